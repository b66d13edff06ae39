package io.sluice.registrar;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.iceberg.Registration;
import io.sluice.lambda.Contexts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// The function of a stream's Iceberg table: an [IcebergEvent] in, what was done out.
public final class IcebergHandler implements RequestStreamHandler {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final DeployedTable table;

    /// For Lambda: settings come from the environment.
    public IcebergHandler() {
        this(DeployedTable.of(System.getenv(), InstantSource.system(), System.out::println));
    }

    public IcebergHandler(DeployedTable table) {
        this.table = table;
    }

    /// @throws RuntimeException when the table, its catalog or the logs can't be used; the next run goes on
    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        JsonNode answer = switch (IcebergEvent.read(input)) {
            case IcebergEvent.Register() -> json(table.register(Contexts.deadline(context)));
            case IcebergEvent.Sweep() -> JsonNodeFactory.instance.objectNode().put("deleted", table.sweep());
            case IcebergEvent.Backfill(var prefix) -> json(table.backfill(prefix));
        };
        output.write(JSON.writeValueAsBytes(answer));
    }

    private static JsonNode json(Registration registration) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("commits", registration.commits())
                .put("added", registration.added()).put("removed", registration.removed())
                .put("complete", !registration.more());
        registration.problems().forEach(json.putArray("problems")::add);
        return json;
    }
}
