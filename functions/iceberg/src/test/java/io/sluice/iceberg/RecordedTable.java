package io.sluice.iceberg;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.TableMetadataParser;

/// The metadata of a table with the registrar's marks of two runs, as format 1 has them: Iceberg's JSON.
///
/// Recorded by `RecordedTable FILE`, anew whenever the marks change before 1.0.0; from then on, every build reads what
/// was recorded.
final class RecordedTable {
    private RecordedTable() {}

    public static void main(String[] arguments) throws IOException {
        World world = new World();
        world.land(world.buffer, "a");
        world.land(world.lane, "ccc");
        world.register();
        world.land(world.buffer, "d");
        world.register();
        Files.writeString(Path.of(arguments[0]), TableMetadataParser
                .toJson(((HasTableOperations) world.table()).operations().current()) + "\n");
    }
}
