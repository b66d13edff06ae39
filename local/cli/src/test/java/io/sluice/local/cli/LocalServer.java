package io.sluice.local.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Keys;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.serve.Serve;
import io.sluice.local.serve.ServeSettings;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// A server in the tests' own process, beside which commands are run.
final class LocalServer {
    private LocalServer() {}

    static Serve start(Path out, ObjectNode... configurations) {
        var settings = new ServeSettings(OutFolder.of(out.toString()), List.of(configurations),
                InetAddress.getLoopbackAddress(), 0, ServeSettings.Security.PLAIN, Set.of(),
                Keys.of("local", "local"), 64 << 20, 1, DeliberateFaults.NONE, ServeSettings.Reset.REFUSED,
                ServeSettings.Outside.NONE);
        return Serve.start(settings, InstantSource.system(), UUID::randomUUID, _ -> {});
    }
}
