package io.sluice.infra.app;

import io.sluice.infra.storage.StreamStorage;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/// Everything that holds data, apart from what runs: it can neither be deleted by accident nor with the pipeline.
final class StorageStack extends Stack {
    private final StreamStorage storage;

    StorageStack(Construct scope, String id, StreamStorage.Props props) {
        super(scope, id, StackProps.builder().description("Sluice: data of the stream " + props.definition().stream())
                .terminationProtection(true).build());
        storage = StreamStorage.create(this, props);
    }

    /// The storage that lies in this stack, or is referred to from it.
    public StreamStorage storage() {
        return storage;
    }
}
