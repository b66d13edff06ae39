package io.sluice.local.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.iceberg.ServedTables;
import io.sluice.local.serve.Serve;
import io.sluice.local.serve.ServeSettings;
import io.sluice.local.serve.endpoint.Capacity;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import io.sluice.local.serve.endpoint.HttpEndpoint;
import io.sluice.local.serve.function.FunctionServer;
import io.sluice.local.serve.replica.Replica;
import io.sluice.local.serve.replica.ReplicaSettings;
import io.sluice.local.serve.streams.OutsideServers;
import io.sluice.local.serve.streams.StreamTables;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// `sluice serve`: the Firehose API on this machine.
@Command(name = "serve", sortOptions = false, description = {
        "Serves the Firehose API: producers put records in by changing one endpoint, and objects appear under",
        "DIR/<bucket>/<key>. Acknowledged records survive any end of the process; start it again with the same DIR."})
final class ServeCommand implements Callable<Integer> {
    private static final int MIB_MIN = 64;
    private static final Duration STAGING_MAX = Duration.ofSeconds(30);
    /// Of calls that are under way when the process is told to end; what ends it is patient for half a minute mostly.
    private static final Duration ANSWERING_MAX = Duration.ofSeconds(20);
    private static final Duration DRAINING_MAX = Duration.ofMinutes(15);

    private final Console console;

    @Option(names = "--config", paramLabel = "FILE", arity = "1..*", description = {
            "Configurations of streams that are to be there from the start: files, or objects, s3://BUCKET/KEY, of the",
            "server that --s3 names (default: AWS)."})
    private List<String> configs = List.of();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out",
            description = "Where the objects go, and the server's state (default: ${DEFAULT-VALUE}).")
    private String out = "out";

    @Option(names = "--lambda", paramLabel = "URL", description = {
            "Where to call functions of Lambda processors, as with SAM's start-lambda; a URL that ends with",
            "/invocations is one function's own."})
    private Optional<String> lambda = Optional.empty();

    @Option(names = "--s3", paramLabel = "URL", description = {
            "Keep segments and objects on this S3 server, by paths, with the access key of the usual places",
            "(AWS_ACCESS_KEY_ID, AWS_PROFILE …), instead of under DIR."})
    private Optional<String> s3 = Optional.empty();

    @Option(names = "--dynamodb", paramLabel = "URL",
            description = "Keep the index on this DynamoDB, with the same access key.")
    private Optional<String> dynamoDb = Optional.empty();

    @Option(names = "--staging-bucket", paramLabel = "NAME", description = {
            "The bucket for waiting records, which only this server may use (default: "
                    + OutsideServers.STAGING_BUCKET + "); with",
            "--stateless, that of the streams' flusher (default: SLUICE_STAGING_BUCKET)."})
    private Optional<String> stagingBucket = Optional.empty();

    @Mixin
    private final StatelessOption stateless = new StatelessOption();

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "4573",
            description = "Where to listen; 0 for any free port (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--bind", paramLabel = "ADDRESS", defaultValue = "127.0.0.1",
            description = "The address to listen on (default: ${DEFAULT-VALUE}); another than loopback's needs --keys.")
    private String address = "127.0.0.1";

    @Mixin
    private final KeysOption keys = new KeysOption();

    @Option(names = "--allow-host", paramLabel = "NAME", arity = "1..*",
            description = "Names under which clients may call, beside localhost; also in the certificate.")
    private List<String> hosts = List.of();

    @Option(names = "--tls", description = "Speak TLS, with a certificate that is made at the first start.")
    private boolean tls;

    @Option(names = "--journal-mb", paramLabel = "N", defaultValue = "1024",
            description = "How much each stream's journal may take before puts are refused (default: "
                    + "${DEFAULT-VALUE}).")
    private int journalMegabytes;

    @Option(names = "--speed", paramLabel = "N", defaultValue = "1",
            description = "Let buffers and schedules run N times as fast as time, to test with.")
    private int speed;

    @Option(names = "--fail", paramLabel = "KIND=SHARE", split = ",", description = {
            "Failures to make, to test producers with: throttle (calls), partial (records of batches),",
            "lost-answer (calls that are carried out and answered with an error); as throttle=0.05,partial=0.02"})
    private Map<String, Double> failures = Map.of();

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
            description = "Makes the failures the same again (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--drain", description = "Deliver all that is buffered before the server ends.")
    private boolean drain;

    @Option(names = "--allow-reset", description = "Let POST /_sluice/reset delete all streams and their objects.")
    private boolean reset;

    @Option(names = "--demo", description = "Feed a stream with generated clicks, to look at on the page.")
    private boolean demo;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    ServeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        stateless.requireFitting(spec.commandLine().getParseResult(), System.getenv());
        return stateless.isGiven() ? serveStateless() : serve(settings());
    }

    private int serveStateless() throws IOException {
        requirePort();
        Map<String, String> environment = stateless.environment(System.getenv(), servers(), stagingBucket);
        var listening = new HttpEndpoint.Listening(listen(), port, Optional.empty(), names());
        var settings = new ReplicaSettings(configurations(), environment, listening,
                keys.ring(System.getenv(), console::warning),
                Capacity.ofHeap(Runtime.getRuntime().maxMemory(), ANSWERING_MAX));
        StatelessOption.keepConnections();
        try (var _ = plugins.load();
                var stop = new StopSignal(STAGING_MAX);
                var replica = Replica.start(settings, new Replica.Surroundings(UrlConnectionHttpClient.create(),
                        InstantSource.system(), System::nanoTime, UUID::randomUUID, console::warning,
                        this::printLine))) {
            stop.listen();
            console.out().println("Sluice serves " + replica.uri());
            console.out().flush();
            stop.await();
            Optional<String> left = replica.stop();
            left.ifPresentOrElse(console::warning,
                    () -> console.note("the server has ended; every call that it took is answered"));
            int status = left.isPresent() ? ExitStatus.FAILED : ExitStatus.DONE;
            stop.endWith(status);
            return status;
        }
    }

    private void printLine(String line) {
        console.out().println(line);
        console.out().flush();
    }

    private int serve(ServeSettings settings) throws InterruptedException {
        try (var _ = plugins.load();
                var stop = new StopSignal(drain ? DRAINING_MAX : STAGING_MAX);
                var serve = Serve.start(settings, InstantSource.system(), UUID::randomUUID,
                        console::warning)) {
            if (demo) {
                serve.demonstrate(RandomGenerator.getDefault());
            }
            stop.listen();
            tellWhere(serve, settings);
            stop.await();
            List<String> left = serve.stop(drain ? Serve.AtEnd.DELIVER : Serve.AtEnd.STAGE);
            left.forEach(console::warning);
            console.note(drain && left.isEmpty()
                    ? "the server has ended, and all is delivered"
                    : "the server has ended; start it again with --out " + settings.out() + " to go on");
            int status = drain && !left.isEmpty() ? ExitStatus.FAILED : ExitStatus.DONE;
            stop.endWith(status);
            return status;
        }
    }

    private void tellWhere(Serve serve, ServeSettings settings) {
        if (!keys.isFileGiven()) {
            console.note("access key 'local' with secret 'local' may call; name others with --keys");
        }
        serve.tls().ifPresent(each -> console.note("clients are to trust " + each.authority().toAbsolutePath()));
        console.note("objects are " + (s3.isPresent() ? "" : "in " + settings.out().path() + ", and ")
                + "at AWS_ENDPOINT_URL_S3=" + serve.s3Uri());
        console.note("the page is at " + serve.uri() + "/");
        console.out().println("Sluice serves " + serve.uri());
        console.out().flush();
    }

    private ServeSettings settings() throws IOException {
        requirePort();
        if (speed < 1) {
            throw new UsageException("--speed must be at least 1, not " + speed);
        }
        if (journalMegabytes < MIB_MIN) {
            throw new UsageException("--journal-mb must be at least " + MIB_MIN + ", not " + journalMegabytes);
        }
        if (reset && s3.isPresent()) {
            throw new UsageException("--allow-reset deletes all objects of the streams' buckets, and on the server that"
                    + " --s3 names they may be others' too: leave one of the two out");
        }
        InetAddress listen = listen();
        return new ServeSettings(OutFolder.of(out), configurations(), listen, port,
                tls ? ServeSettings.Security.TLS : ServeSettings.Security.PLAIN, names(), keys.keys(),
                (long) journalMegabytes << 20, speed, faults(),
                reset ? ServeSettings.Reset.ALLOWED : ServeSettings.Reset.REFUSED, outside());
    }

    private void requirePort() {
        if (port < 0 || port > 65_535) {
            throw new UsageException("--port must be 0 to 65535, not " + port);
        }
    }

    private InetAddress listen() {
        InetAddress listen = address();
        if (!listen.isLoopbackAddress()
                && !(stateless.isGiven() ? keys.isGiven(System.getenv()) : keys.isFileGiven())) {
            throw new UsageException("--bind " + address + " is reached from other machines: name with --keys who may"
                    + " call");
        }
        return listen;
    }

    private Set<String> names() {
        return hosts.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    private ServeSettings.Outside outside() {
        try {
            return new ServeSettings.Outside(lambda.map(FunctionServer::at), servers(),
                    s3.isPresent() ? StreamTables.NONE : new ServedTables(OutFolder.of(out)));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--lambda is " + e.getMessage());
        }
    }

    private OutsideServers servers() {
        return OutsideServers.of(s3, dynamoDb, stagingBucket.orElse(OutsideServers.STAGING_BUCKET));
    }

    private InetAddress address() {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new UsageException("--bind names no address of this machine: " + address);
        }
    }

    private List<ObjectNode> configurations() throws IOException {
        List<ConfigurationFile> files = new ArrayList<>();
        for (String config : configs) {
            files.add(ConfigurationFile.read(config, StoreVariables.s3(System.getenv(), servers())));
        }
        if (files.isEmpty() && stateless.isGiven()) {
            files.add(ConfigurationFile.read(System.getenv()));
        }
        List<ObjectNode> read = new ArrayList<>();
        for (ConfigurationFile file : files) {
            if (lambda.isEmpty()) {
                // Where functions are called, Sluice's own rules are not all that hold: the server judges.
                file.require(console);
            }
            if (s3.isEmpty() && !stateless.isGiven()) {
                file.parsed().configuration().ifPresent(each -> ConfigurationFile.noteEncryption(each, console));
            }
            read.add((ObjectNode) new ObjectMapper().readTree(file.json()));
        }
        return read;
    }

    private DeliberateFaults faults() {
        Set<String> known = Set.of("throttle", "partial", "lost-answer");
        failures.keySet().stream().filter(kind -> !known.contains(kind)).findFirst().ifPresent(kind -> {
            throw new UsageException("--fail knows no '" + kind + "', but throttle, partial and lost-answer");
        });
        try {
            return new DeliberateFaults(failures.getOrDefault("throttle", 0.0), failures.getOrDefault("partial", 0.0),
                    failures.getOrDefault("lost-answer", 0.0), seed);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--fail: " + e.getMessage());
        }
    }
}
