package io.sluice.infra;

import io.sluice.infra.AppContext.SourceKind;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// The context's options of the sources that Firehose has no part in: of `kafka` and `logs` here, of the others in
/// [MappedContext]. Lists have commas between their elements.
///
/// @param values the context
record SourceContext(ContextValues values) {
    static final String TOPICS = "kafkaTopics";
    static final String LOG_GROUPS = "logGroups";
    private static final String CLUSTER = "kafkaCluster";
    private static final String SERVERS = "kafkaBootstrapServers";
    private static final String LOGIN = "kafkaLogin";
    private static final String SECRET = "kafkaSecret";
    private static final String SECRET_KEY = "kafkaSecretKey";
    private static final String ROOT_CERTIFICATE = "kafkaRootCertificate";
    private static final String SUBNETS = "kafkaSubnets";
    private static final String SECURITY_GROUPS = "kafkaSecurityGroups";
    private static final String START = "kafkaStart";
    private static final String RECORDS_MAX = "kafkaRecordsMax";
    private static final String WINDOW = "kafkaWindowInSeconds";
    private static final String GROUP = "kafkaConsumerGroup";
    private static final String FILTER = "kafkaFilter";
    private static final String PATTERN = "logFilterPattern";
    private static final List<String> KAFKA = List.of(TOPICS, CLUSTER, SERVERS, LOGIN, SECRET, SECRET_KEY,
            ROOT_CERTIFICATE, SUBNETS, SECURITY_GROUPS, START, RECORDS_MAX, WINDOW, GROUP, FILTER);
    private static final Map<SourceKind, List<String>> OPTIONS = Map.of(SourceKind.KAFKA, KAFKA, SourceKind.LOGS,
            List.of(LOG_GROUPS, PATTERN), SourceKind.SQS, MappedContext.SQS, SourceKind.DYNAMODB,
            MappedContext.DYNAMODB, SourceKind.S3, MappedContext.S3);
    /// An option that names a source is enough to choose it.
    private static final Map<String, SourceKind> NAMING = Map.of(TOPICS, SourceKind.KAFKA, LOG_GROUPS, SourceKind.LOGS,
            MappedContext.QUEUE, SourceKind.SQS, MappedContext.STREAM, SourceKind.DYNAMODB,
            MappedContext.BUCKET, SourceKind.S3);

    /// Values of `-c kafkaLogin=`.
    private enum Login {
        NONE, IAM, SASL_SCRAM_512, SASL_SCRAM_256, SASL_PLAIN, MUTUAL_TLS
    }

    /// All of their names.
    static List<String> options() {
        return OPTIONS.values().stream().flatMap(List::stream).toList();
    }

    /// The source whose name the context has; the first by its options' names where there are several, and reading it
    /// refuses the others.
    static Optional<SourceKind> named(ContextValues values) {
        return NAMING.keySet().stream().sorted().filter(option -> values.text(option).isPresent()).findFirst()
                .map(NAMING::get);
    }

    /// What the context says of its source, where that is one of these; empty for any other.
    ///
    /// @throws DeploymentException naming the option, its value and what it may be
    static Optional<Source> read(ContextValues values, SourceKind kind) {
        var context = new SourceContext(values);
        new TreeMap<>(OPTIONS).forEach((theirs, options) -> context.requireNone(theirs == kind ? List.of() : options,
                theirs, kind));
        return switch (kind) {
            case KAFKA -> Optional.of(new Source.Kafka(context.topics()));
            case LOGS -> Optional.of(new Source.Logs(new LogGroups(context.required(LOG_GROUPS,
                    "the names of the log groups, with commas between them"), values.text(PATTERN).orElse(""))));
            case SQS -> Optional.of(new Source.Sqs(new MappedContext(context).queue()));
            case DYNAMODB -> Optional.of(new Source.DynamoDb(new MappedContext(context).changes()));
            case S3 -> Optional.of(new Source.S3(new MappedContext(context).uploads()));
            case DIRECT, KINESIS, KINESIS_EVENTS, MSK, EXISTING, ATTACHED -> Optional.empty();
        };
    }

    private void requireNone(List<String> options, SourceKind theirs, SourceKind kind) {
        options.stream().filter(option -> values.text(option).isPresent()).findFirst().ifPresent(option -> {
            throw new DeploymentException("%s is for -c source=%s; the source is %s".formatted(option,
                    ContextValues.wireName(theirs), ContextValues.wireName(kind)));
        });
    }

    private KafkaTopics topics() {
        return new KafkaTopics(cluster(), required(TOPICS, "the names of the topics, with commas between them"),
                reading());
    }

    private KafkaCluster cluster() {
        var arn = values.text(CLUSTER);
        var servers = list(SERVERS);
        if (arn.isPresent() == servers.isPresent()) {
            throw new DeploymentException("source=kafka takes either kafkaCluster, the ARN of an Amazon MSK cluster, or"
                    + " kafkaBootstrapServers of another one; there " + (arn.isPresent() ? "are both" : "is neither"));
        }
        if (arn.isPresent()) {
            List.of(SUBNETS, SECURITY_GROUPS, ROOT_CERTIFICATE).stream().filter(each -> values.text(each).isPresent())
                    .findFirst().ifPresent(each -> {
                        throw new DeploymentException(
                                each + " is for kafkaBootstrapServers: Lambda finds the network of"
                                        + " an Amazon MSK cluster by itself. Leave it away");
                    });
            return new KafkaCluster.Msk(arn.get(), login(Login.IAM));
        }
        return new KafkaCluster.SelfManaged(servers.orElseThrow(), login(Login.NONE), network(),
                values.text(ROOT_CERTIFICATE).map(KafkaSecret::of));
    }

    private Optional<KafkaCluster.Network> network() {
        var subnets = list(SUBNETS);
        var groups = list(SECURITY_GROUPS);
        if (subnets.isPresent() != groups.isPresent()) {
            throw new DeploymentException("kafkaSubnets and kafkaSecurityGroups go together: a network has both");
        }
        return subnets.map(ids -> new KafkaCluster.Network(ids, groups.orElseThrow()));
    }

    private KafkaLogin login(Login preset) {
        var secret = values.text(SECRET);
        var login = values.choice(LOGIN, preset);
        return switch (login) {
            case NONE -> without(new KafkaLogin.None(), login);
            case IAM -> without(new KafkaLogin.Iam(), login);
            case SASL_SCRAM_512 -> by(KafkaLogin.Mechanism.SASL_SCRAM_512, secret);
            case SASL_SCRAM_256 -> by(KafkaLogin.Mechanism.SASL_SCRAM_256, secret);
            case SASL_PLAIN -> by(KafkaLogin.Mechanism.SASL_PLAIN, secret);
            case MUTUAL_TLS -> by(KafkaLogin.Mechanism.MUTUAL_TLS, secret);
        };
    }

    private KafkaLogin without(KafkaLogin login, Login named) {
        List.of(SECRET, SECRET_KEY).stream().filter(each -> values.text(each).isPresent()).findFirst()
                .ifPresent(each -> {
                    throw new DeploymentException(each + " needs kafkaLogin=sasl-scram-512, sasl-scram-256, sasl-plain"
                            + " or mutual-tls; kafkaLogin is " + ContextValues.wireName(named));
                });
        return login;
    }

    private KafkaLogin by(KafkaLogin.Mechanism mechanism, Optional<String> secret) {
        return new KafkaLogin.Secret(mechanism, new KafkaSecret(secret.orElseThrow(() -> new DeploymentException(
                "kafkaLogin=" + ContextValues.wireName(mechanism) + " needs kafkaSecret, the ARN of the secret")),
                values.text(SECRET_KEY)));
    }

    private KafkaReading reading() {
        var preset = KafkaReading.PRESET;
        return new KafkaReading(values.text(START).map(SourceContext::start).orElse(preset.start()),
                number(RECORDS_MAX, preset.recordsMax()),
                Duration.ofSeconds(number(WINDOW, Math.toIntExact(preset.window().toSeconds()))),
                values.text(GROUP), values.text(FILTER).stream().toList());
    }

    private static KafkaStart start(String text) {
        return switch (text) {
            case "oldest" -> new KafkaStart.Oldest();
            case "newest" -> new KafkaStart.Newest();
            default -> new KafkaStart.At(parsed(START, text, Instant::parse,
                    "oldest, newest, or a time as 2026-11-22T00:00:00Z"));
        };
    }

    int number(String option, int preset) {
        return values.text(option).map(text -> parsed(option, text, Integer::valueOf, "a whole number")).orElse(preset);
    }

    private static <T> T parsed(String option, String text, Function<String, T> parse, String form) {
        try {
            return parse.apply(text);
        } catch (DateTimeException | NumberFormatException e) {
            throw new DeploymentException("%s=%s is not %s".formatted(option, text, form));
        }
    }

    List<String> required(String option, String form) {
        return list(option).orElseThrow(() -> new DeploymentException("There is no %s: %s".formatted(option, form)));
    }

    Optional<List<String>> list(String option) {
        return values.text(option).map(text -> {
            var elements = List.of(text.split(",", -1)).stream().map(String::strip).toList();
            if (elements.contains("")) {
                throw new DeploymentException("%s=%s has an empty element: leave out the comma".formatted(option,
                        text));
            }
            return elements;
        });
    }
}
