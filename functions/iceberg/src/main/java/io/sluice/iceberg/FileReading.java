package io.sluice.iceberg;

import io.sluice.input.InputException;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.parquet.FileFooters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/// The objects that a run adds, as Iceberg's data files: each footer is read once, however often a commit is tried. For
/// one run.
final class FileReading {
    private final Bucket bucket;
    private final ExecutorService workers;
    private final Map<ObjectKey, Outcome> read = new HashMap<>();

    FileReading(Bucket bucket, ExecutorService workers) {
        this.bucket = bucket;
        this.workers = workers;
    }

    /// What became of an object.
    sealed interface Outcome {
        /// It can be added.
        record Described(DataFile file) implements Outcome {}

        /// It is not there any more.
        record Missing() implements Outcome {}

        /// It can't be read, however often it is tried.
        ///
        /// @param reason in words, without the object's name
        record Unreadable(String reason) implements Outcome {}
    }

    /// The outcomes by key.
    ///
    /// @throws StoreException when the store could not be asked; nothing is known of the objects then
    Map<ObjectKey, Outcome> of(List<DataObject> objects, Schema schema, PartitionSpec spec) {
        List<DataObject> fresh = objects.stream().filter(object -> !read.containsKey(object.key())).toList();
        List<Future<Outcome>> reads = new ArrayList<>();
        fresh.forEach(object -> reads.add(workers.submit((Callable<Outcome>) () -> read(object, schema, spec))));
        for (int i = 0; i < fresh.size(); i++) {
            read.put(fresh.get(i).key(), joined(reads.get(i)));
        }
        Map<ObjectKey, Outcome> outcomes = new HashMap<>();
        objects.forEach(object -> outcomes.put(object.key(), read.getOrDefault(object.key(), new Outcome.Missing())));
        return outcomes;
    }

    /// Lets go of what was read: it was committed.
    void forget() {
        read.clear();
    }

    private static Outcome joined(Future<Outcome> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException("reading a footer", e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "reading footers was interrupted", e);
        }
    }

    private Outcome read(DataObject object, Schema schema, PartitionSpec spec) {
        try {
            return new Outcome.Described(file(object, schema, spec));
        } catch (InputException e) {
            return new Outcome.Unreadable(e.getMessage());
        } catch (UnreadableObjectException e) {
            return new Outcome.Unreadable(String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.MISSING) {
                throw e;
            }
            return bucket.store().head(object.key()).isEmpty()
                    ? new Outcome.Missing()
                    : new Outcome.Unreadable("it is shorter than the " + object.bytes() + " bytes that landed");
        } catch (IOException e) {
            throw new UncheckedIOException("reading the footer of " + object.key(), e);
        }
    }

    private DataFile file(DataObject object, Schema schema, PartitionSpec spec) throws IOException {
        String uri = bucket.uri(object.key());
        ParquetMetadata footer = FileFooters.read(uri, bucket.bytes(object.key(), object.bytes()));
        DataFiles.Builder file = DataFiles.builder(spec).withPath(uri).withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(object.bytes()).withMetrics(FileMetrics.of(footer, schema)).withSplitOffsets(
                        footer.getBlocks().stream().map(BlockMetaData::getStartingPos).sorted().toList());
        if (spec.isPartitioned()) {
            file.withPartition(PartitionValues.of(spec, object.values().orElseGet(
                    () -> OwnValues.of(footer, schema, spec))));
        }
        return file.build();
    }
}
