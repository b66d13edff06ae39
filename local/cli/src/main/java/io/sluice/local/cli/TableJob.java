package io.sluice.local.cli;

import io.sluice.app.Stream;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.config.StreamConfiguration;
import io.sluice.lambda.AwsPorts;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LandingCursors;
import io.sluice.landing.LandingLog;
import io.sluice.local.UsageException;
import io.sluice.local.folder.FolderLock;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.iceberg.StagedLogs;
import io.sluice.local.iceberg.TableAccess;
import io.sluice.local.server.FolderS3Client;
import io.sluice.local.server.ReadOnlyFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// A command on the Iceberg table of a stream, once its options are understood.
record TableJob(ConfigurationFile file, StreamConfiguration stream, Access access) {
    /// The use that is made of a folder.
    enum Access {
        /// Another process may be at work in it.
        READS,
        /// It is this process's meanwhile.
        WRITES
    }

    /// @param work gives the exit status
    int run(DeployedOption deployed, String out, ToIntFunction<TableAccess> work) throws IOException {
        return deployed.isGiven() ? onDeployed(deployed, work) : inFolder(OutFolder.of(out), work);
    }

    private int onDeployed(DeployedOption deployed, ToIntFunction<TableAccess> work) {
        AwsPorts ports = deployed.ports(file, stream);
        try (Stream opened = ports.stream(InstantSource.system(), _ -> {})) {
            var logs = new StagedLogs(ports.staging(), () -> buffers(opened));
            return work.applyAsInt(TableAccess.deployed(stream, ports.data(), logs,
                    ports.landingCursors(LandingCursors.Reader.TABLE)));
        }
    }

    private List<String> buffers(Stream opened) {
        return opened.landings().logs().stream().map(LandingLog::buffer)
                .filter(buffer -> !buffer.equals(LakeLog.chain(stream.stream()))).toList();
    }

    private int inFolder(OutFolder out, ToIntFunction<TableAccess> work) throws IOException {
        Path bucket = out.resolve(stream.bucket());
        if (!Files.isDirectory(bucket)) {
            throw new UsageException("The folder " + out + " has nothing of bucket '" + stream.bucket()
                    + "'; name with --out the folder of run or serve");
        }
        if (access == Access.READS) {
            return work.applyAsInt(TableAccess.inFolder(out, stream, new ReadOnlyFolders(List.of(bucket)),
                    Optional.empty()));
        }
        try (var _ = FolderLock.take(out); var files = FolderS3Client.over(Map.of(stream.bucket(), out.path()))) {
            var data = new S3ObjectStore(files, stream.bucket(), Optional.empty(), new RequestCounts());
            return work.applyAsInt(TableAccess.inFolder(out, stream, data, Optional.empty()));
        }
    }
}
