package io.sluice.local.iceberg;

import io.sluice.config.StreamConfiguration;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LandingLog;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.landed.KeptLandings;
import io.sluice.objects.ObjectStore;
import java.util.List;
import java.util.function.Supplier;

/// The logs that a table is made of.
///
/// @param bucket  they are in
/// @param buffers the names of those that have one, asked at each run
public record StagedLogs(ObjectStore bucket, Supplier<List<String>> buffers) {
    /// Those of a folder: of a run, or of a server.
    ///
    /// @throws UsageException when there are both
    static StagedLogs inFolder(OutFolder out, StreamConfiguration stream) {
        if (KeptLandings.ofServer(out, stream).isEmpty()) {
            return new StagedLogs(KeptLandings.stagedByRuns(out, stream),
                    () -> buffers(KeptLandings.ofRuns(out, stream), stream));
        }
        if (!KeptLandings.ofRuns(out, stream).isEmpty()) {
            throw new UsageException("The folder " + out + " has objects of the stream " + stream.stream()
                    + " by run and by serve, each with a log of its own, and a table is made of one: give one of them"
                    + " another --out");
        }
        return new StagedLogs(KeptLandings.stagedByServer(out),
                () -> buffers(KeptLandings.ofServer(out, stream), stream));
    }

    private static List<String> buffers(List<LandingLog> logs, StreamConfiguration stream) {
        return logs.stream().map(LandingLog::buffer).filter(buffer -> !buffer.equals(LakeLog.chain(stream.stream())))
                .toList();
    }
}
