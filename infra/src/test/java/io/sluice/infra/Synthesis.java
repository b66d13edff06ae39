package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.app.SluiceApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;

/// What the app synthesises for one way to deploy a stream: the files that `cdk deploy` would send. Each way is
/// synthesised once and shared by all tests, which only read it.
public final class Synthesis {
    public static final ObjectMapper JSON = new ObjectMapper();
    public static final Path TOP_LEVEL = Path.of("..").toAbsolutePath().normalize();

    private static final String EXISTING = "{'Type': 'firehose', 'ExistingStream': 'orders'}";
    private static final Map<Way, Synthesis> SHARED = new ConcurrentHashMap<>();

    private final Path folder;

    /// The ways to deploy a stream that the tests look at.
    public enum Way {
        // @formatter:off
        BUFFER("buffer.json", ""),
        FIREHOSE("firehose.json", ""),
        BUFFER_ON_EXISTING("buffer.json", "", EXISTING),
        FIREHOSE_ON_EXISTING("firehose.json", "", EXISTING),
        FIREHOSE_INTO_OWN_BUCKET("firehose.json", "bucket=orders-data"),
        FIREHOSE_ON_EXISTING_INTO_OWN_BUCKET("firehose.json", "bucket=orders-data", EXISTING),
        BUFFER_FROM_KINESIS("buffer.json", "", "{'Type': 'firehose', 'KinesisStream': 'new'}"),
        FIREHOSE_FROM_KINESIS("firehose.json", "",
            "{'Type': 'firehose', 'KinesisStream': 'arn:aws:kinesis:us-east-1:123456789012:stream/orders'}"),
        KINESIS_EVENTS("buffer.json", "", "{'Type': 'kinesis'}"),
        KAFKA("kafka.json", ""),
        KAFKA_MSK("kafka.json", "", "{'Topics': ['orders', 'returns'],"
            + " 'ClusterARN': 'arn:aws:kafka:us-east-1:123456789012:cluster/shop/1a-2b-3'}"),
        KAFKA_OF_ONES_OWN("kafka.json", "", "{'Topics': ['orders'],"
            + " 'BootstrapServers': ['b1.shop.example:9096', 'b2.shop.example:9096'], 'Login': 'sasl-scram-512',"
            + " 'SecretARN': 'arn:aws:secretsmanager:us-east-1:123456789012:secret:kafka-AbCdEf',"
            + " 'SecretKMSKeyARN': 'arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555',"
            + " 'SubnetIds': ['subnet-0a1b2c3d', 'subnet-0a1b2c3e'], 'SecurityGroupIds': ['sg-0a1b2c3d']}"),
        QUEUE("queue.json", ""),
        SQS("queue.json", "", "{'QueueARN': 'arn:aws:sqs:us-east-1:123456789012:orders',"
            + " 'KMSKeyARN': 'arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555'}"),
        DYNAMODB("changes.json", "",
            "{'StreamARN': 'arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/2026-11-01T00:00:00.000',"
                + " 'KMSKeyARN': 'arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555'}"),
        OBJECTS("objects.json", "", "{'Bucket': 'uploads', 'Prefix': 'in/', 'Suffix': '.gz',"
            + " 'KMSKeyARN': 'arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555'}"),
        FIREHOSE_FROM_MSK("msk.json", ""),
        LOGS("logs.json", "", "{'LogGroups': ['/aws/lambda/checkout', '/app/returns']}"),
        CALLS_URL("buffer.json", "", "{'Type': 'direct',"
            + " 'SecretARN': 'arn:aws:secretsmanager:us-east-1:123456789012:secret:callers-AbCdEf',"
            + " 'SecretKMSKeyARN': 'arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555'}"),
        CALLS_SERVICE("buffer.json", "", "{'Type': 'direct',"
            + " 'SecretARN': 'arn:aws:secretsmanager:us-east-1:123456789012:secret:callers-AbCdEf',"
            + " 'SecretKMSKeyARN': 'arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555',"
            + " 'Image': '123456789012.dkr.ecr.us-east-1.amazonaws.com/sluice:1.0.0',"
            + " 'VpcId': 'vpc-0a1b2c3d', 'SubnetIds': ['subnet-0a1b2c3d', 'subnet-0a1b2c3e'],"
            + " 'CertificateARN': 'arn:aws:acm:us-east-1:123456789012:certificate/1a2b-3c'}"),
        CALLS_BALANCED("buffer.json", "", "{'Type': 'direct',"
            + " 'SecretARN': 'arn:aws:secretsmanager:us-east-1:123456789012:secret:callers-AbCdEf',"
            + " 'Image': 'registry.example/sluice:1.0.0', 'LoadBalancer': 'application',"
            + " 'VpcId': 'vpc-0a1b2c3d', 'SubnetIds': ['subnet-0a1b2c3d', 'subnet-0a1b2c3e'],"
            + " 'MinimumTasks': 3, 'MaximumTasks': 9}"),
        CONVERTING("converting.json", ""),
        ENCRYPTED("encrypted.json", ""),
        LANDINGS("landings.json", ""),
        /// What lands is an Iceberg table.
        ICEBERG("iceberg.json", ""),
        PASSED_ON("passed-on.json", ""),
        SECONDS("seconds.json", ""),
        SECONDS_FROM_KINESIS("seconds.json", "", "{'Type': 'kinesis'}"),
        REPARTITIONED("buffer.json", "repartitionFrom=raw/ athenaWorkgroup=primary"),
        COMPACTED("compacted.json", "athenaWorkgroup=primary"),
        TABLES("tables.json", "bucket=orders-data"),
        TABLES_IN_EXISTING_DATABASE("tables.json", "tableDatabase=existing"),
        EVERYTHING_EXISTS("encrypted.json", "bucket=orders-data flusherConcurrency=none"
            + " alarmTopic=arn:aws:sns:us-east-1:123456789012:operators", EXISTING);
        // @formatter:on

        private static final Pattern OPTION = Pattern.compile("(\\w+)=(\\S+)");

        private final String configuration;
        private final String options;
        private final String source;

        Way(String configuration, String options) {
            this(configuration, options, "{}");
        }

        Way(String configuration, String options, String source) {
            this.configuration = configuration;
            this.options = options;
            this.source = source;
        }

        /// The name of the configuration that it is made of.
        public String resource() {
            return configuration;
        }

        /// The stream's configuration.
        public Path configuration() {
            Path file = Synthesis.configuration(configuration);
            return source.equals("{}") ? file : withSource(file, source);
        }

        /// The context of this way where its configuration says more of the source.
        ///
        /// @param more members of `Sluice.Source`, in JSON with single quotes
        public Map<String, Object> context(String more) {
            var all = context();
            all.put("config", withSource(configuration(), more).toString());
            return all;
        }

        /// The context of `cdk.json` with this way's own on top of it.
        public Map<String, Object> context() {
            var all = commandLine();
            all.put("config", configuration().toString());
            all.put("functionJar", standInJar().toString());
            if (this == CONVERTING || this == REPARTITIONED || this == COMPACTED || this == ICEBERG) {
                all.put("flusherJar", standInJar("the jar with the Parquet writer").toString());
            }
            if (this == ICEBERG) {
                all.put("registrarJar", standInJar("the jar with Iceberg").toString());
            }
            OPTION.matcher(options).results().forEach(option -> all.put(option.group(1), option.group(2)));
            return all;
        }
    }

    private Synthesis(Path folder) {
        this.folder = folder;
    }

    /// What is in a folder that an app wrote.
    public static Synthesis of(Path folder) {
        return new Synthesis(folder);
    }

    public static Synthesis of(Way way) {
        return SHARED.computeIfAbsent(way, Synthesis::fresh);
    }

    /// A synthesis that no other test sees.
    static Synthesis fresh(Way way) {
        var app = app(way.context());
        SluiceApp.define(app);
        return new Synthesis(Path.of(app.synth().getDirectory()));
    }

    /// An app that writes to a folder of its own, as under the CDK command line.
    public static App app(Map<String, Object> context) {
        return app(temporary("cdk.out"), context);
    }

    public static App app(Path folder, Map<String, Object> context) {
        return new App(AppProps.builder().outdir(folder.toString()).analyticsReporting(false).postCliContext(context)
                .build());
    }

    /// The context that `cdk.json` and the CDK command line give an app.
    public static Map<String, Object> commandLine() {
        try {
            var context = new HashMap<String, Object>();
            context.put("aws:cdk:enable-path-metadata", true);
            context.put("aws:cdk:enable-asset-metadata", true);
            var file = JSON.readTree(TOP_LEVEL.resolve("cdk.json").toFile()).path("context");
            file.properties()
                    .forEach(entry -> context.put(entry.getKey(), JSON.convertValue(entry.getValue(), Object.class)));
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// An object out of JSON with single quotes.
    static ObjectNode quoted(String json) {
        try {
            return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A copy of a configuration with more members of `Sluice.Source`, which are JSON with single quotes.
    public static Path withSource(Path configuration, String more) {
        try {
            var all = (ObjectNode) read(configuration);
            all.withObject("/Sluice").withObject("/Source")
                    .setAll(quoted(more));
            return Files.writeString(temporary("config").resolve(configuration.getFileName()), all.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Path configuration(String resource) {
        return Path.of("src/test/resources/io/sluice/infra", resource).toAbsolutePath();
    }

    /// Stands for the functions' jar where its content does not matter, so that template tests need no package.
    public static Path standInJar() {
        return standInJar("the functions' jar");
    }

    private static Path standInJar(String what) {
        try {
            var jar = temporary("jar").resolve("sluice-functions.jar");
            return Files.write(jar, ("stands for " + what).getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path temporary(String name) {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("target", "synthesis")).toAbsolutePath(),
                    name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path folder() {
        return folder;
    }

    /// Empty where all storage is given: there is no such stack then.
    public JsonNode storage() {
        return template("SluiceStorage-").orElseGet(JSON::createObjectNode);
    }

    public JsonNode pipeline() {
        return template("SluicePipeline-").orElseThrow();
    }

    public JsonNode repartition() {
        return template("SluiceRepartition-").orElseThrow();
    }

    /// All templates that would be deployed.
    public List<Path> templateFiles() {
        try (var files = Files.list(folder)) {
            return files.filter(path -> path.toString().endsWith(".template.json")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// All templates.
    public List<JsonNode> templates() {
        return templateFiles().stream().map(Synthesis::read).toList();
    }

    private Optional<JsonNode> template(String prefix) {
        return templateFiles().stream().filter(path -> path.getFileName().toString().startsWith(prefix)).findFirst()
                .map(Synthesis::read);
    }

    public static JsonNode read(Path template) {
        try {
            return JSON.readTree(template.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Resources of `type` by logical id.
    public static Map<String, JsonNode> resources(JsonNode template, String type) {
        var found = new HashMap<String, JsonNode>();
        template.path("Resources").properties().stream()
                .filter(resource -> resource.getValue().path("Type").asText().equals(type))
                .forEach(resource -> found.put(resource.getKey(), resource.getValue()));
        return found;
    }

    /// The properties of the only resource of `type`.
    public static JsonNode only(JsonNode template, String type) {
        var found = resources(template, type);
        if (found.size() != 1) {
            throw new AssertionError("Not one " + type + " but " + found.keySet());
        }
        return found.values().iterator().next().path("Properties");
    }

    /// The single statement list of a role's policy, found by a part of the policy's logical id.
    public static List<JsonNode> statements(JsonNode template, String policy) {
        var statements = new ArrayList<JsonNode>();
        resources(template, "AWS::IAM::Policy").entrySet().stream().filter(entry -> entry.getKey().contains(policy))
                .forEach(entry -> entry.getValue().at("/Properties/PolicyDocument/Statement").forEach(statements::add));
        return statements;
    }

    /// Text of a node with intrinsic functions flattened: `${…}` stands for what is only known at deployment.
    public static String text(JsonNode node) {
        if (node.isTextual()) {
            return node.asText();
        }
        if (node instanceof ObjectNode object && object.has("Fn::Join")) {
            var joined = new StringBuilder();
            object.at("/Fn::Join/1").forEach(part -> joined.append(text(part)));
            return joined.toString();
        }
        return "${" + String.join(".", node.findValuesAsText("Ref")) + node.at("/Fn::GetAtt/0").asText()
                + node.path("Fn::ImportValue").asText() + "}";
    }
}
