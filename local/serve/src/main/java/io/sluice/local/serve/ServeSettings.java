package io.sluice.local.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Keys;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import io.sluice.local.serve.function.FunctionServer;
import io.sluice.local.serve.streams.OutsideServers;
import io.sluice.local.serve.streams.StreamTables;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The settings of a server.
///
/// @param out            the folder of delivered objects, and of the server's state under `.sluice-serve`
/// @param configurations streams that are to be there from the start
/// @param address        where to listen
/// @param port           0 for any that is free
/// @param security       whether to speak TLS
/// @param hosts          names under which the server may be called beside those of loopback
/// @param journalBytes   that each stream's journal may take
/// @param speed          how many times as fast as time the server's clock runs
/// @param reset          whether all may be deleted through the server
/// @param outside        other servers that it works with
public record ServeSettings(OutFolder out, List<ObjectNode> configurations, InetAddress address, int port,
        Security security, Set<String> hosts, Keys keys, long journalBytes, int speed, DeliberateFaults faults,
        Reset reset,
        Outside outside) {
    public ServeSettings {
        configurations = List.copyOf(configurations);
        hosts = Set.copyOf(hosts);
    }

    /// Servers beside this one.
    ///
    /// @param functions where streams' functions are called; empty: streams with functions of their own are refused
    /// @param servers   S3 and DynamoDB
    /// @param tables    of streams with an Iceberg table
    public record Outside(Optional<FunctionServer> functions, OutsideServers servers, StreamTables tables) {
        /// None of them.
        public static final Outside NONE = of(Optional.empty(), OutsideServers.NONE);

        /// Without tables.
        public static Outside of(Optional<FunctionServer> functions, OutsideServers servers) {
            return new Outside(functions, servers, StreamTables.NONE);
        }
    }

    /// The choice between plain HTTP and TLS.
    public enum Security {
        PLAIN, TLS
    }

    /// The choice to have `POST /_sluice/reset`, or not to.
    public enum Reset {
        REFUSED, ALLOWED
    }
}
