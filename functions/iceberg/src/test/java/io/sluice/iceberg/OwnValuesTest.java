package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.PathValues;
import io.sluice.layout.KeyEncoding;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.Test;

/// Partitions of objects whose keys the stream's prefix of now did not make.
final class OwnValuesTest {
    private final World world = new World();

    @Test
    void anObjectUnderAnEarlierPrefixTellsItsPartitionItself() throws Exception {
        for (String net : List.of("a/b=c %2F", "\u00fc".repeat(100), "..")) {
            DataObject earlier = earlier("raw/" + net.length() + "/net=", net);
            DataObject there = world.object("same" + net.length(), net);
            world.buffer.landed(earlier, there);
            world.register();
            List<DataFile> files = new ArrayList<>();
            try (var tasks = world.table().newScan().filter(Expressions.equal("net", net)).planFiles()) {
                tasks.forEach(task -> files.add(task.file()));
            }
            assertEquals(Set.of("s3://lake/" + earlier.key(), "s3://lake/" + there.key()),
                    files.stream().map(DataFile::location).collect(Collectors.toSet()));
            assertEquals(Set.of(net), files.stream().map(file -> file.partition().get(0, String.class))
                    .collect(Collectors.toSet()));
        }
    }

    @Test
    void oneThatDoesNotTellItStopsItsChain() {
        DataObject earlier = earlier("raw/net=", "a");
        DataObject silent = world.object("silent", "a");
        world.store.put(earlier.key(), Body.of(world.store.get(silent.key())));
        world.buffer.landed(new DataObject(earlier.key(), silent.bytes(), Optional.empty()));
        Registration run = world.register();
        assertTrue(run.problems().getFirst().contains("its key is not one of the stream's Prefix, and the file has no"
                + " column net with one value"), run::toString);
        assertTrue(run.more());
    }

    /// A number that another writer keeps as bytes is no text.
    @Test
    void aColumnThatIsNoTextTellsNothing() {
        DataObject earlier = earlier("raw/net=", "a");
        byte[] file = ParquetBytes.of(List.of(Column.of("net", ColumnType.parse("decimal(30,2)"))), "{\"net\":1.5}");
        world.store.put(earlier.key(), Body.of(file));
        world.buffer.landed(new DataObject(earlier.key(), file.length, Optional.empty()));
        assertTrue(world.register().problems().getFirst().contains("no column net with one value"));
    }

    private DataObject earlier(String folder, String net) {
        String prefix = folder + "!{partitionKeyFromQuery:net}/";
        ObjectKey key = new ObjectKey(folder + KeyEncoding.PERCENT.encode(net) + "/1.parquet");
        byte[] file = ParquetBytes.of(ParquetBytes.COLUMNS, Optional.of(new PathValues(prefix, KeyEncoding.PERCENT,
                List.of(Column.of("net", ColumnType.parse("string"))))), key, "{\"id\":\"ak1\",\"mag\":1.5}");
        world.store.put(key, Body.of(file));
        return new DataObject(key, file.length, Optional.empty());
    }
}
