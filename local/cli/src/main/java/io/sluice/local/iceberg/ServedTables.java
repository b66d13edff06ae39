package io.sluice.local.iceberg;

import io.sluice.config.IcebergSection;
import io.sluice.config.StreamConfiguration;
import io.sluice.lambda.AwsPorts;
import io.sluice.landing.LandingCursors;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.landed.KeptLandings;
import io.sluice.local.serve.streams.LiveTable;
import io.sluice.local.serve.streams.StreamTables;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpClient;

/// The Iceberg tables of the streams of `./sluice serve` in a folder.
///
/// @param out of the server
public record ServedTables(OutFolder out) implements StreamTables {
    @Override
    public LiveTable open(StreamConfiguration stream, Map<String, String> environment, SdkHttpClient http) {
        IcebergSection section = stream.sluice().iceberg().orElseThrow();
        AwsPorts ports = AwsPorts.of(environment, http);
        try {
            TableAccess table = TableAccess.inFolder(out, stream, ports.data(),
                    Optional.of(ports.landingCursors(LandingCursors.Reader.TABLE)));
            return new Served(ports, RunningTable.inBackground(table,
                    KeptLandings.ofServer(out, stream).isEmpty()
                            ? RunningTable.Beginning.NEW
                            : RunningTable.Beginning.RESUMED,
                    section.commitEvery()));
        } catch (UsageException e) {
            ports.close();
            return new LiveTable.Untold(String.valueOf(e.getMessage()));
        }
    }

    private record Served(AwsPorts ports, RunningTable table) implements LiveTable {
        @Override
        public Optional<String> trouble() {
            return table.trouble();
        }

        @Override
        public Optional<Instant> waitingSince() {
            return table.waitingSince();
        }

        @Override
        public Optional<String> registerAll() {
            return table.registerAll();
        }

        /// With what landed last.
        @Override
        public void close() {
            try (ports) {
                table.register();
                table.close();
            }
        }
    }
}
