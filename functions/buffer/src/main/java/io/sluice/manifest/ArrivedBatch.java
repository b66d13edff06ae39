package io.sluice.manifest;

import io.sluice.index.IndexEntry;
import io.sluice.segment.Directory;

/// An index entry with its directory, read and checked.
public record ArrivedBatch(IndexEntry entry, Directory directory) {}
