package io.sluice.local.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Keys;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.iceberg.ServedTables;
import io.sluice.local.serve.Serve;
import io.sluice.local.serve.ServeSettings;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import io.sluice.local.serve.streams.OutsideServers;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A server in the tests' own process, beside which commands are run.
final class LocalServer {
    private LocalServer() {}

    static Serve start(Path out, ObjectNode... configurations) {
        var settings = new ServeSettings(OutFolder.of(out.toString()), List.of(configurations),
                InetAddress.getLoopbackAddress(), 0, ServeSettings.Security.PLAIN, Set.of(),
                Keys.of("local", "local"), 64 << 20, 1, DeliberateFaults.NONE, ServeSettings.Reset.REFUSED,
                new ServeSettings.Outside(Optional.empty(), OutsideServers.NONE,
                        new ServedTables(OutFolder.of(out.toString()))));
        return Serve.start(settings, InstantSource.system(), UUID::randomUUID, _ -> {});
    }
}
