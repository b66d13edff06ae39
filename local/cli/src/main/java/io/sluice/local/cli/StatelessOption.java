package io.sluice.local.cli;

import io.sluice.lambda.ConfigurationValue;
import io.sluice.local.UsageException;
import io.sluice.local.serve.streams.OutsideServers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/// `--stateless` of `serve`, and what goes with it.
final class StatelessOption {
    /// Options of what a server keeps, or does with it, each with the reason why there is none of it.
    private static final Map<String, String> STATE = Map.of("--out", "it keeps nothing in a folder", "--journal-mb",
            "it has no journal", "--drain", "the stream's flusher delivers", "--speed",
            "the stream's flusher has its own clock", "--allow-reset", "it deletes nothing", "--demo",
            "it makes no stream", "--fail", "it serves producers that are not under test", "--seed",
            "it makes no failures", "--lambda", "a Lambda processor's function is not called by it", "--tls",
            "its certificate would be kept in a folder; let the load balancer speak TLS");

    @Option(names = "--stateless", description = {
            "Keep nothing: any number of servers take the calls of the same streams, which are those of --config",
            "(default: that of SLUICE_CONFIG) with Sluice.Source {\"Type\": \"direct\"}, and end at any moment. They",
            "share nothing but S3 and DynamoDB. The streams' flusher delivers, wherever it runs: this command does",
            "not."})
    private boolean stateless;

    @Option(names = "--index-table", paramLabel = "NAME",
            description = "With --stateless, the table of the index (default: SLUICE_INDEX_TABLE).")
    private Optional<String> indexTable = Optional.empty();

    boolean isGiven() {
        return stateless;
    }

    /// Refuses options that go with the other kind of server.
    ///
    /// @param environment the variables of the process
    void requireFitting(ParseResult options, Map<String, String> environment) {
        if (!stateless) {
            List.of("--index-table", "--keys-secret").stream().filter(options::hasMatchedOption).forEach(name -> {
                throw new UsageException(name + " goes with --stateless");
            });
            return;
        }
        STATE.keySet().stream().sorted().filter(options::hasMatchedOption).findFirst().ifPresent(name -> {
            throw new UsageException(name + " does not go with --stateless: " + STATE.get(name));
        });
        if (!options.hasMatchedOption("--config")
                && environment.getOrDefault(ConfigurationValue.NAME, "").isEmpty()) {
            throw new UsageException("--stateless needs --config FILE, or SLUICE_CONFIG as a function has it: streams"
                    + " are what their configurations say");
        }
    }

    /// The variables by which the streams' stores are found: those of the process, and options over them.
    ///
    /// @throws UsageException naming the bucket or the table that is missing
    Map<String, String> environment(Map<String, String> process, OutsideServers servers,
            Optional<String> stagingBucket) {
        return StoreVariables.of(process, servers, stagingBucket, indexTable);
    }

    /// Makes the platform's HTTP client keep as many idle connections to a server as there may be groups under way; by
    /// itself it keeps five, and opens one for each further group.
    static void keepConnections() {
        System.setProperty("http.maxConnections", "64");
    }
}
