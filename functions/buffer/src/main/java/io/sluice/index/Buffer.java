package io.sluice.index;

import io.sluice.objects.ObjectStore;

/// A partition buffer: the records that were accepted under its name and are not delivered yet. A stream has one; one
/// with buffers has one a buffer, and each day that is repartitioned has its own. Safe for concurrent use.
///
/// @param name    the stream's, or one that no stream has; its staged objects and its items in the table begin with it
/// @param staging the bucket of its segments and manifests
/// @param index   its entries, its state, and the positions and receipts of its sources
public record Buffer(String name, ObjectStore staging, BufferIndex index) {}
