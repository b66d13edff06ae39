package io.sluice.infra.job;

import java.nio.file.Path;
import java.util.Optional;

/// The parts of a compaction, for a stream whose configuration says `Sluice.Compaction`; not used for any other.
///
/// @param jar             of its function
/// @param athenaWorkgroup where the view over both is replaced; empty: its text is left in the bucket
public record Compacting(Path jar, Optional<String> athenaWorkgroup) {}
