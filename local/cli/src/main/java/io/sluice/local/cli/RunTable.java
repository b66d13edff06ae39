package io.sluice.local.cli;

import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.config.IcebergSection;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.iceberg.RunningTable;
import io.sluice.local.iceberg.TableAccess;
import io.sluice.local.report.RunCounts;
import io.sluice.local.run.Run;
import io.sluice.local.server.FolderS3Client;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.services.s3.S3Client;

/// The Iceberg table of a run, from before its first object to after its last.
final class RunTable implements AutoCloseable {
    private final S3Client files;
    private final RunningTable table;

    /// @param warn takes a sentence when the catalog can't be used yet
    /// @throws UsageException when the table can't be this run's
    RunTable(StreamConfiguration stream, OutFolder out, Run.Start start, Consumer<String> warn) {
        this.files = FolderS3Client.over(Map.of(stream.bucket(), out.path()));
        try {
            IcebergSection section = stream.sluice().iceberg().orElseThrow();
            TableAccess access = TableAccess.inFolder(out, stream,
                    new S3ObjectStore(files, stream.bucket(), Optional.empty(), new RequestCounts()), Optional.empty());
            this.table = RunningTable.begin(access, switch (start) {
                case NEW -> RunningTable.Beginning.NEW;
                case RESUMED -> RunningTable.Beginning.RESUMED;
            }, section.commitEvery(), warn);
        } catch (RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /// Registers the rest of what a run delivered.
    ///
    /// @return its result, with what could not be registered among its problems
    RunCounts registered(RunCounts result) {
        RunCounts told = result;
        for (String problem : table.register()) {
            told = told.with("The Iceberg table " + table.place() + " does not have all that is delivered, and"
                    + " ./sluice iceberg register makes that up: " + problem);
        }
        return told;
    }

    @Override
    public void close() {
        try (files) {
            table.close();
        }
    }
}
