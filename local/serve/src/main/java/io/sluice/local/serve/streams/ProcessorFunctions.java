package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ApiException;
import io.sluice.api.StreamState;
import io.sluice.local.UsageException;
import io.sluice.local.serve.function.FunctionServer;
import io.sluice.local.serve.function.FunctionSettings;
import io.sluice.local.serve.function.LambdaFunction;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// The functions of streams' `Lambda` processors.
///
/// @param server where they are called; empty: nowhere, and streams that have one are refused
/// @param ids    gives every function object one of its own
record ProcessorFunctions(Optional<FunctionServer> server, Supplier<UUID> ids) {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

    /// The function that a configuration names. One with code beside Sluice has none: there, the `Lambda` processor
    /// stands for Sluice's own.
    static Optional<FunctionSettings> named(ObjectNode request) {
        boolean hasCode = request.path("Sluice").has("Transformer") || request.path("Sluice").has("KeyExtractor");
        return hasCode ? Optional.empty() : FunctionSettings.of(request);
    }

    /// The function of a stream; empty when it has none.
    Optional<LambdaFunction> of(StreamState stream) {
        return named(stream.request()).map(settings -> new LambdaFunction(stream.name(), settings, server.orElseThrow(),
                ids.get().getMostSignificantBits(), FIRST_PAUSE));
    }

    /// @throws UsageException when a stream that is there already needs a server, and there is none
    void requireServer(StreamState stream) {
        if (server.isEmpty() && named(stream.request()).isPresent()) {
            throw new UsageException("The stream " + stream.name() + " calls a Lambda function: name with --lambda the"
                    + " URL where it is called");
        }
    }

    /// @throws ApiException when a configuration needs a server, and there is none
    void requireServer(ObjectNode request) {
        if (server.isEmpty() && named(request).isPresent()) {
            throw ApiException.invalid("Lambda functions are not invoked here: start the server with --lambda URL, take"
                    + " the Lambda processor out, or put the code beside Sluice and name it in Sluice.Transformer.");
        }
    }
}
