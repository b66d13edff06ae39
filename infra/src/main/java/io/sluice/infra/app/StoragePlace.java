package io.sluice.infra.app;

import io.sluice.infra.storage.StreamStorage;

/// The place where a stream's storage is declared. CloudFormation takes no stack without a resource, so storage that is
/// all given has none.
sealed interface StoragePlace {
    /// In a stack of its own, which outlives the pipeline's.
    record InItsStack(StorageStack stack) implements StoragePlace {}

    /// Nowhere: bucket and source are the user's, and the pipeline's stack refers to them.
    record Imported(StreamStorage.Props storage) implements StoragePlace {}
}
