package io.sluice.config;

import io.sluice.config.DeployedSource.Login;
import io.sluice.config.DeployedSource.Mechanism;
import io.sluice.config.DeployedSource.Network;
import io.sluice.config.DeployedSource.Reading;
import io.sluice.config.DeployedSource.Start;
import io.sluice.firehose.SourceType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads of `Sluice.Source` what is deployed: members of one type each.
public final class DeployedSourceReader {
    private static final String KEY = "KMSKeyARN";
    private static final String KINESIS = "KinesisStream";
    /// The value of `KinesisStream` where the deployment is to make it.
    private static final String NEW = "new";
    static final String SUBNETS = "SubnetIds";
    private static final String SECURITY_GROUPS = "SecurityGroupIds";
    private static final int SERVERS_MAX = 10;
    static final int SUBNETS_MAX = 16;
    private static final int SECURITY_GROUPS_MAX = 5;
    private static final int FIFO_BATCH_MAX = 10;
    private static final Pattern LOG_PATTERN = Pattern.compile("(?s).*");
    /// Policies give `*`, `?` and `$` a meaning of their own.
    private static final Pattern KEY_PART = Pattern.compile("[^*?\\\\$]*");
    private static final List<String> QUEUE = List.of("QueueARN", KEY, SourceMembers.BATCH, SourceMembers.WINDOW,
            "MaximumConcurrency", SourceMembers.FILTERS);
    /// The members of each type; of those that must be named nothing is deployed without the first.
    private static final Map<SourceType, List<String>> MEMBERS = Map.of(
            SourceType.FIREHOSE, List.of("ExistingStream", KINESIS, KEY),
            SourceType.KINESIS, List.of(KINESIS, KEY),
            SourceType.KAFKA,
            List.of("Topics", "ClusterARN", "BootstrapServers", "Login", "SecretARN", "SecretKMSKeyARN",
                    "RootCertificateARN", SUBNETS, SECURITY_GROUPS, SourceMembers.START, SourceMembers.BATCH,
                    SourceMembers.WINDOW, "ConsumerGroupId", SourceMembers.FILTERS),
            SourceType.CLOUDWATCH_LOGS, List.of("LogGroups", "FilterPattern"),
            SourceType.SQS, QUEUE, SourceType.SNS, QUEUE,
            SourceType.DYNAMODB_STREAMS,
            List.of("StreamARN", KEY, SourceMembers.START, SourceMembers.BATCH, SourceMembers.WINDOW,
                    "ParallelizationFactor", SourceMembers.FILTERS),
            SourceType.S3, List.of("Bucket", "Prefix", "Suffix", KEY), SourceType.DIRECT, CallsReader.MEMBERS);
    private static final Map<String, Mechanism> LOGINS = Stream.of(Mechanism.values()).collect(Collectors.toMap(
            each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'), each -> each, (one, _) -> one,
            LinkedHashMap::new));

    private final Fields request;
    private final Fields section;
    private final SourceMembers members;
    private final SourceType type;

    private DeployedSourceReader(Fields request, Fields section, SourceType type) {
        this.request = request;
        this.section = section;
        this.members = new SourceMembers(section);
        this.type = type;
    }

    /// Every member of any type.
    public static SortedSet<String> members() {
        return MEMBERS.values().stream().flatMap(List::stream).collect(Collectors.toCollection(TreeSet::new));
    }

    /// Reads what of `section` is of its type, and refuses what is of others; without a type, all stands aside.
    static Optional<DeployedSource> read(Fields request, Fields section, SourceType type) {
        if (!MEMBERS.containsKey(type)) {
            section.knows(members());
            return Optional.empty();
        }
        return new DeployedSourceReader(request, section, type).read(MEMBERS.get(type));
    }

    private Optional<DeployedSource> read(List<String> own) {
        members().stream().filter(name -> !own.contains(name)).forEach(name -> section.refuses(name, "it is for Type "
                + MEMBERS.entrySet().stream().filter(each -> each.getValue().contains(name))
                        .map(each -> each.getKey().configured()).sorted().collect(Collectors.joining(", "))
                + "; Type is " + type.configured()));
        Optional<DeployedSource> read = switch (type) {
            case FIREHOSE_OR_KINESIS -> Optional.empty();
            case FIREHOSE -> firehose();
            case KINESIS -> Optional.of(kinesis());
            case KAFKA -> kafka();
            case CLOUDWATCH_LOGS -> logs();
            case SQS, SNS -> queue();
            case DYNAMODB_STREAMS -> tableStream();
            case S3 -> uploads();
            case DIRECT -> new CallsReader(section, members).read();
        };
        if (type.mustBeNamed() && !own.isEmpty() && !section.has(own.getFirst())) {
            members.refuse(own, "it goes with " + own.getFirst() + ", which is not there");
        }
        return read;
    }

    private Optional<DeployedSource> firehose() {
        Optional<String> existing = members.name("ExistingStream", ResourceText.DELIVERY_STREAM);
        if (existing.isPresent()) {
            members.refuse(List.of(KINESIS, KEY), "the Firehose stream of ExistingStream is there, and its source with"
                    + " it: leave one of them out");
            return existing.map(DeployedSource.ExistingFirehose::new);
        }
        DeployedSource.Kinesis kinesis = kinesis();
        return section.has(KINESIS) || section.has(KEY) ? Optional.of(kinesis) : Optional.empty();
    }

    private DeployedSource.Kinesis kinesis() {
        section.problems().log().chars(section.place(), KINESIS, 1, ResourceText.CHARS_MAX,
                Pattern.compile(NEW + "|" + ResourceText.KINESIS_STREAM.pattern().pattern()));
        Optional<String> asked = section.text(KINESIS);
        asked.filter(text -> !text.equals(NEW) && !ResourceText.KINESIS_STREAM.matches(text)).ifPresent(
                text -> members.error(KINESIS, text + " is neither new nor " + ResourceText.KINESIS_STREAM.form()));
        Optional<String> key = members.name(KEY, ResourceText.KEY);
        Optional<String> requested = requested();
        asked.filter(text -> requested.isPresent() && !requested.get().equals(text)).ifPresent(
                text -> members.error(KINESIS, text + " contradicts " + requested.get()
                        + " of KinesisStreamSourceConfiguration: leave one of them out"));
        if (type == SourceType.KINESIS || asked.isPresent()) {
            request.text("DeliveryStreamType").filter("MSKAsSource"::equals)
                    .ifPresent(given -> members.error(asked.isPresent() ? KINESIS : "Type",
                            "records of a Kinesis stream contradict DeliveryStreamType " + given
                                    + ": leave one of them out"));
        }
        Optional<String> arn = asked.filter(text -> !text.equals(NEW)).or(() -> requested);
        if (arn.isEmpty()) {
            members.refuse(List.of(KEY), "it is the key of a Kinesis stream of yours: name that stream in " + KINESIS);
        }
        return new DeployedSource.Kinesis(type, arn, key);
    }

    /// The Kinesis stream that the request says that Firehose reads.
    private Optional<String> requested() {
        return request.text("DeliveryStreamType").filter("KinesisStreamAsSource"::equals)
                .flatMap(_ -> request.any("KinesisStreamSourceConfiguration"))
                .flatMap(source -> source instanceof JsonValue.Structure object
                        && object.members().get("KinesisStreamARN") instanceof JsonValue.Text arn
                                ? Optional.of(arn.value())
                                : Optional.empty());
    }

    private Optional<DeployedSource> kafka() {
        List<String> topics = members.names("Topics", ResourceText.TOPIC, Integer.MAX_VALUE);
        Optional<String> group = members.name("ConsumerGroupId", ResourceText.GROUP);
        if (topics.size() > 1) {
            members.refuse(List.of("ConsumerGroupId"), "each of " + topics.size() + " topics has an event source"
                    + " mapping of its own, and AWS takes a group for one: leave it out, or make it a stream a topic");
        }
        var kafka = new DeployedSource.Kafka(topics, cluster(), members.start(true), members.reading(), group);
        return section.has("Topics") ? Optional.of(kafka) : Optional.empty();
    }

    private DeployedSource.Cluster cluster() {
        Optional<String> arn = members.name("ClusterARN", ResourceText.CLUSTER);
        List<String> servers = members.names("BootstrapServers", ResourceText.SERVER, SERVERS_MAX);
        boolean isMsk = section.has("ClusterARN");
        if (section.has("Topics") && isMsk == section.has("BootstrapServers")) {
            members.error("Topics", "they take either ClusterARN, of an Amazon MSK cluster, or BootstrapServers of"
                    + " another one; there " + (isMsk ? "are both" : "is neither"));
        }
        Optional<Login> login = login();
        Optional<String> certificate = members.name("RootCertificateARN", ResourceText.SECRET);
        Optional<Network> network = network();
        Mechanism by = login.map(Login::mechanism).orElse(isMsk ? Mechanism.IAM : Mechanism.NONE);
        if (isMsk) {
            members.refuse(List.of(SUBNETS, SECURITY_GROUPS, "RootCertificateARN"), "it is for BootstrapServers: Lambda"
                    + " finds the network of an Amazon MSK cluster by itself. Leave it out");
            if (!by.isOfMsk()) {
                members.error("Login", "Amazon MSK takes iam, sasl-scram-512, mutual-tls or none");
            }
        } else if (section.has("BootstrapServers") && by == Mechanism.IAM) {
            members.error("Login", "only Amazon MSK knows IAM: log in with a secret, or name the cluster's ARN");
        } else if (section.has("BootstrapServers") && by == Mechanism.NONE && network.isEmpty()) {
            members.error("BootstrapServers", "Lambda reaches them over the internet, and takes no cluster there"
                    + " without a login: give Login and SecretARN, or SubnetIds and SecurityGroupIds");
        }
        return new DeployedSource.Cluster(arn, servers, login, network, certificate);
    }

    private Optional<Network> network() {
        List<String> subnets = members.names(SUBNETS, ResourceText.SUBNET, SUBNETS_MAX);
        List<String> groups = members.names(SECURITY_GROUPS, ResourceText.SECURITY_GROUP, SECURITY_GROUPS_MAX);
        if (section.has(SUBNETS) != section.has(SECURITY_GROUPS)) {
            members.error(section.has(SUBNETS) ? SUBNETS : SECURITY_GROUPS,
                    SUBNETS + " and " + SECURITY_GROUPS + " go together: a network has both");
        }
        return section.has(SUBNETS) ? Optional.of(new Network(subnets, groups)) : Optional.empty();
    }

    private Optional<Login> login() {
        Optional<Mechanism> mechanism = section.oneOf("Login", LOGINS);
        Optional<String> secret = members.name("SecretARN", ResourceText.SECRET);
        Optional<String> key = members.name("SecretKMSKeyARN", ResourceText.KEY);
        if (mechanism.filter(Mechanism::takesSecret).isEmpty()) {
            members.refuse(List.of("SecretARN", "SecretKMSKeyARN"),
                    "it needs Login sasl-scram-512, sasl-scram-256, sasl-plain or mutual-tls");
        } else if (!section.has("SecretARN")) {
            members.error("Login", "it needs SecretARN, the secret that it is by");
        }
        return mechanism.map(by -> new Login(by, secret, key));
    }

    private Optional<DeployedSource> logs() {
        List<String> groups = members.names("LogGroups", ResourceText.LOG_GROUP, Integer.MAX_VALUE);
        String pattern = Checks.text(section, "FilterPattern", 0, 1_024, LOG_PATTERN).orElse("");
        return section.has("LogGroups") ? Optional.of(new DeployedSource.Logs(groups, pattern)) : Optional.empty();
    }

    private Optional<DeployedSource> queue() {
        Optional<String> arn = members.name("QueueARN", ResourceText.QUEUE);
        Optional<String> key = members.name(KEY, ResourceText.KEY);
        Reading reading = members.reading();
        Optional<Integer> concurrency = Checks.integer(section, "MaximumConcurrency", 2, 1_000);
        if (arn.filter(queue -> queue.endsWith(".fifo")).isPresent()) {
            reading.batchSize().filter(size -> size > FIFO_BATCH_MAX).ifPresent(_ -> members.error(SourceMembers.BATCH,
                    "of a FIFO queue Lambda takes " + FIFO_BATCH_MAX + " messages at most for an invocation"));
            reading.window().filter(window -> !window.isZero()).ifPresent(_ -> members.error(SourceMembers.WINDOW,
                    "of a FIFO queue Lambda gathers no messages: leave it out"));
        }
        return arn.map(queue -> new DeployedSource.Queue(queue, key, reading, concurrency));
    }

    private Optional<DeployedSource> tableStream() {
        Optional<String> arn = members.name("StreamARN", ResourceText.TABLE_STREAM);
        Optional<String> key = members.name(KEY, ResourceText.KEY);
        Optional<Start> start = members.start(false);
        Reading reading = members.reading();
        Optional<Integer> parallelization = Checks.integer(section, "ParallelizationFactor", 1, 10);
        return arn.map(stream -> new DeployedSource.TableStream(stream, key, start, reading, parallelization));
    }

    private Optional<DeployedSource> uploads() {
        Optional<String> bucket = members.name("Bucket", ResourceText.BUCKET);
        String prefix = Checks.text(section, "Prefix", 0, 1_024, KEY_PART).orElse("");
        String suffix = Checks.text(section, "Suffix", 0, 1_024, KEY_PART).orElse("");
        Optional<String> key = members.name(KEY, ResourceText.KEY);
        return bucket.map(name -> new DeployedSource.Uploads(name, prefix, suffix, key));
    }
}
