package io.sluice.infra.storage;

import io.sluice.infra.StreamDefinition;
import io.sluice.view.ViewTables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;

/// The rights of the two functions on a stream's buffer and data bucket: single actions, on the prefixes and the table
/// that the buffer protocol uses them on.
///
/// @param definition the stream, whose name and prefixes bound the object keys
/// @param buffer     its segments, manifests and index
/// @param data       where its objects are delivered
/// @param key        the KMS key of its buffer
public record BufferAccess(StreamDefinition definition, PartitionBuffer buffer, IBucket data, Optional<IKey> key) {
    /// An upload in parts that fails is taken back.
    private static final List<String> WRITE = List.of("s3:AbortMultipartUpload", "s3:PutObject");

    /// Ingest writes a segment and its index entry, and how its records are to be converted, blindly, and reads
    /// nothing.
    public List<PolicyStatement> ingest() {
        var write = KeyUse.ofObjects(key, data).stream().map(KeyUse::writeObjects);
        return Stream.of(
                Stream.of(statement(List.of("s3:PutObject"), join(segments(), conversions())),
                        statement(List.of("dynamodb:PutItem"), List.of(buffer.index().getTableArn()))),
                write, key.stream().map(KeyUse::items), decidingBuffers()).flatMap(each -> each).toList();
    }

    /// Ingest of a stream of buffers reads how many there are, and keeps that before it goes by it.
    private Stream<PolicyStatement> decidingBuffers() {
        return definition.configuration().sluice().lanes().stream()
                .flatMap(_ -> Stream.concat(
                        Stream.of(items("dynamodb:GetItem", "StringEquals", List.of(definition.stream() + "#state")),
                                statement(List.of("s3:GetObject", "s3:PutObject"), List.of(buffers())),
                                statement(List.of("s3:ListBucket"), List.of(buffer.staging().getBucketArn()))),
                        key.stream().map(KeyUse::readObjects)));
    }

    /// Ingest of a source that numbers its records reads the source's position. Before a source's first batch it makes
    /// sure that the table was not lost.
    public List<PolicyStatement> positions() {
        return besideTheTable(items("dynamodb:GetItem", "StringEquals", List.of(definition.stream() + "#position",
                definition.stream() + "#state")));
    }

    /// Ingest of a source whose records are known one by one reads their receipts where a transaction found one. Before
    /// each batch it makes sure that the table was not lost.
    public List<PolicyStatement> receipts() {
        return besideTheTable(items("dynamodb:BatchGetItem", "StringLike", List.of(definition.stream() + "#record#*")),
                items("dynamodb:GetItem", "StringEquals", List.of(definition.stream() + "#state")));
    }

    private PolicyStatement items(String action, String operator, List<String> partitionKeys) {
        return PolicyStatement.Builder.create().actions(List.of(action))
                .resources(List.of(buffer.index().getTableArn()))
                .conditions(Map.of("ForAllValues:" + operator, Map.of("dynamodb:LeadingKeys", partitionKeys))).build();
    }

    /// With what tells a table that was lost from one that begins: a look for manifests.
    private List<PolicyStatement> besideTheTable(PolicyStatement... items) {
        var manifests = Stream.of(statement(List.of("s3:ListBucket"), List.of(buffer.staging().getBucketArn())),
                statement(List.of("s3:GetObject"), manifests()));
        return Stream.of(Stream.of(items), manifests, key.stream().map(KeyUse::readObjects)).flatMap(each -> each)
                .toList();
    }

    /// A flush run reads the index and the segments, commits a manifest, writes objects and removes what is delivered.
    /// On an operator's word it keeps what is left of a damaged chunk, which nothing deletes.
    ///
    /// It asks S3 whether an object is there. S3 answers that with 404 only to who may list the bucket, whatever the
    /// prefix, and with 403 to everyone else, which a run could not tell from a wrong policy.
    public List<PolicyStatement> flush() {
        return withKey(Stream
                .concat(Stream.of(flushing()), Stream.of(statement(List.of("s3:PutObject"), damaged())))
                .toArray(PolicyStatement[]::new));
    }

    /// Retention reads and keeps rules and deletes objects; an erasure drains the buffer first, and so may what a flush
    /// run may, and sees whether a repartition is under way.
    ///
    /// @param source prefix of a repartition's source: an erasure removes records there, and reads how far each object
    ///     is moved
    public List<PolicyStatement> retention(Optional<String> source) {
        return withKey(Stream
                .of(Stream.of(flushing()), source.stream().flatMap(this::erasing),
                        Stream.of(statement(List.of("dynamodb:DeleteItem"), List.of(buffer.index().getTableArn())),
                                statement(List.of("s3:DeleteObject"), with(compacted(), List.of(objects("Prefix")))),
                                statement(List.of("s3:GetObject"), List.of(repartitions()))))
                .flatMap(each -> each)
                .toArray(PolicyStatement[]::new));
    }

    /// The objects that the stream's own were compacted to: an erasure removes a key value's records from these, too.
    private Optional<String> compacted() {
        return definition.configuration().sluice().compaction()
                .map(compaction -> data.arnForObjects(compaction.prefix() + "*"));
    }

    private Stream<PolicyStatement> erasing(String source) {
        return Stream.of(
                statement(List.of("s3:DeleteObject", "s3:GetObject", "s3:GetObjectLegalHold", "s3:GetObjectRetention",
                        "s3:GetObjectTagging", "s3:PutObject", "s3:PutObjectLegalHold", "s3:PutObjectRetention",
                        "s3:PutObjectTagging"), List.of(data.arnForObjects(source + "*"))),
                statement(List.of("s3:GetObject"),
                        List.of(repartitions())));
    }

    private PolicyStatement[] flushing() {
        return new PolicyStatement[]{
                statement(List.of("dynamodb:BatchWriteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"),
                        List.of(buffer.index().getTableArn())),
                statement(List.of("s3:DeleteObject", "s3:GetObject"), join(segments(), join(manifests(), folded()))),
                statement(List.of("s3:GetObject"), damaged()),
                statement(List.of("s3:PutObject"), join(manifests(), folded())),
                statement(List.of("s3:ListBucket"), List.of(buffer.staging().getBucketArn(), data.getBucketArn())),
                statement(List.of("s3:GetObject"), join(objects(), join(conversions(), knownBuffers()))),
                statement(WRITE, objects())};
    }

    /// Of a stream of buffers, what a recovery makes them known by again.
    private List<String> knownBuffers() {
        return definition.configuration().sluice().lanes().stream().map(_ -> buffers()).toList();
    }

    /// A stream that converts no records has none of them.
    private List<String> conversions() {
        return definition.configuration().conversion().isPresent() ? ofBuffers("conversions/") : List.of();
    }

    private static List<String> join(List<String> one, List<String> others) {
        return Stream.concat(one.stream(), others.stream()).toList();
    }

    private static List<String> with(Optional<String> one, List<String> others) {
        return Stream.concat(others.stream(), one.stream()).toList();
    }

    /// A repartition keeps plans, receipts and watermarks beside its days' buffers, reads and clears the source prefix,
    /// and writes objects and the view.
    public List<PolicyStatement> repartition(String from) {
        var days = definition.stream() + "!repartition!*";
        var own = List.of(buffer.staging().arnForObjects("segments/" + days),
                buffer.staging().arnForObjects("manifests/" + days),
                buffer.staging().arnForObjects("folded/" + days));
        var source = data.arnForObjects(from + "*");
        var views = data.arnForObjects("views/*");
        return withKey(
                statement(List.of("dynamodb:BatchWriteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"),
                        List.of(buffer.index().getTableArn())),
                statement(List.of("s3:DeleteObject", "s3:GetObject", "s3:PutObject"), own),
                statement(List.of("s3:GetObject", "s3:PutObject"),
                        with(definition.configuration().conversion()
                                .map(_ -> buffer.staging().arnForObjects("conversions/" + days)),
                                List.of(repartitions(), views))),
                statement(List.of("s3:GetObject"), List.of(buffer.staging().arnForObjects("damaged/" + days))),
                statement(List.of("s3:DeleteObject", "s3:GetObject"), List.of(source)),
                statement(List.of("s3:ListBucket"), List.of(buffer.staging().getBucketArn(), data.getBucketArn())),
                statement(List.of("s3:GetObject"), objects()), statement(WRITE, objects()));
    }

    /// A compaction keeps rounds and watermarks, reads and clears the stream's prefix, writes what it joins and the
    /// view's text, and takes back what it made of a round that something changed under. It sees which deliveries are
    /// open.
    public List<PolicyStatement> compaction() {
        var configuration = definition.configuration();
        var view = data.arnForObjects("views/" + ViewTables.ofCompaction(configuration).name() + ".sql");
        var rounds = buffer.staging().arnForObjects("compaction/" + definition.stream() + "/*");
        var joined = compacted().orElseThrow();
        var use = Stream.of(
                statement(List.of("s3:GetObject", "s3:PutObject"), List.of(rounds, repartitions(), view)),
                statement(List.of("s3:DeleteObject", "s3:GetObject"), List.of(objects("Prefix"))),
                statement(List.of("s3:AbortMultipartUpload", "s3:DeleteObject", "s3:GetObject", "s3:PutObject"),
                        List.of(joined)),
                statement(List.of("s3:GetObject"), manifests()),
                statement(List.of("s3:ListBucket"), List.of(buffer.staging().getBucketArn(), data.getBucketArn())),
                states());
        return Stream.of(use, KeyUse.ofObjects(key, data).stream().map(KeyUse::objects),
                key.stream().map(KeyUse::items)).flatMap(each -> each).toList();
    }

    private String repartitions() {
        return buffer.staging().arnForObjects("repartition/" + definition.stream() + "/*");
    }

    private List<String> segments() {
        return ofBuffers("segments/");
    }

    private List<String> manifests() {
        return ofBuffers("manifests/");
    }

    private List<String> folded() {
        return ofBuffers("folded/");
    }

    /// The remains of damaged chunks that were given up; S3 is asked for them as soon as a chunk is found damaged.
    private List<String> damaged() {
        return ofBuffers("damaged/");
    }

    private String buffers() {
        return buffer.staging().arnForObjects("lanes/" + definition.stream() + "/*");
    }

    /// The stream's own buffer and, where its configuration names buffers, those of all that there may ever be.
    private List<String> ofBuffers(String folder) {
        return Stream.concat(Stream.of(definition.stream() + "/*"), otherBuffers().map(name -> name + "/*"))
                .map(each -> buffer.staging().arnForObjects(folder + each)).toList();
    }

    private Stream<String> otherBuffers() {
        return definition.configuration().sluice().lanes().stream().map(_ -> definition.stream() + "!lane!*");
    }

    private PolicyStatement states() {
        var own = definition.stream() + "#state";
        var others = otherBuffers().map(name -> name + "#state").toList();
        return others.isEmpty()
                ? items("dynamodb:GetItem", "StringEquals", List.of(own))
                : items("dynamodb:GetItem", "StringLike", join(List.of(own), others));
    }

    private List<String> objects() {
        return Stream.of("Prefix", "ErrorOutputPrefix").map(this::objects).distinct().toList();
    }

    private String objects(String prefix) {
        return data.arnForObjects(definition.literalHead(prefix) + "*");
    }

    private List<PolicyStatement> withKey(PolicyStatement... statements) {
        var objects = KeyUse.ofObjects(key, data).stream().map(KeyUse::objects);
        return Stream.of(Stream.of(statements), objects, key.stream().map(KeyUse::items)).flatMap(each -> each)
                .toList();
    }

    private static PolicyStatement statement(List<String> actions, List<String> resources) {
        return PolicyStatement.Builder.create().actions(actions).resources(resources).build();
    }
}
