package io.sluice.deployment;

import static io.sluice.deployment.DeployedName.DATA_BUCKET_ARN;
import static io.sluice.deployment.DeployedName.INDEX_TABLE_ARN;
import static io.sluice.deployment.DeployedName.STAGING_BUCKET_ARN;

import io.sluice.config.IcebergSection;
import io.sluice.config.LandingSection;
import io.sluice.landing.LakeLog;
import io.sluice.layout.SuccessObjects;
import io.sluice.view.ViewTables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The rights of the two functions on a stream's buffer and data bucket: single actions, on the prefixes and the table
/// that the buffer protocol uses them on.
///
/// @param definition the stream, whose name and prefixes bound the object keys
/// @param key        ARN of the KMS key of its buffer
/// @param objectKeys ARNs of the keys of staging and data bucket, each once
public record BufferRights(StreamDefinition definition, Optional<String> key, List<String> objectKeys) {
    /// An upload in parts that fails is taken back.
    private static final List<String> WRITE = List.of("s3:AbortMultipartUpload", "s3:PutObject");

    /// Ingest writes a segment and its index entry, and how its records are to be converted, blindly, and reads
    /// nothing.
    public List<Right> ingest() {
        var write = objectKeys.stream().map(KeyRights::writeObjects);
        return Stream.of(
                Stream.of(statement(List.of("s3:PutObject"), join(segments(), conversions())),
                        statement(List.of("dynamodb:PutItem"), List.of(INDEX_TABLE_ARN.toString()))),
                write, key.stream().map(KeyRights::items), decidingBuffers()).flatMap(each -> each).toList();
    }

    /// Ingest of a stream of buffers reads how many there are, and keeps that before it goes by it.
    private Stream<Right> decidingBuffers() {
        return definition.configuration().sluice().lanes().stream()
                .flatMap(_ -> Stream.concat(
                        Stream.of(items("dynamodb:GetItem", "StringEquals", List.of(definition.stream() + "#state")),
                                statement(List.of("s3:GetObject", "s3:PutObject"), List.of(buffers())),
                                statement(List.of("s3:ListBucket"), List.of(STAGING_BUCKET_ARN.toString()))),
                        key.stream().map(KeyRights::readObjects)));
    }

    /// Ingest of a source that numbers its records reads the source's position. Before a source's first batch it makes
    /// sure that the table was not lost.
    public List<Right> positions() {
        return besideTheTable(items("dynamodb:GetItem", "StringEquals", List.of(definition.stream() + "#position",
                definition.stream() + "#state")));
    }

    /// Ingest of a source whose records are known one by one reads their receipts where a transaction found one. Before
    /// each batch it makes sure that the table was not lost.
    public List<Right> receipts() {
        return besideTheTable(items("dynamodb:BatchGetItem", "StringLike", List.of(definition.stream() + "#record#*")),
                items("dynamodb:GetItem", "StringEquals", List.of(definition.stream() + "#state")));
    }

    private Right items(String action, String operator, List<String> partitionKeys) {
        return new Right(List.of(action), List.of(INDEX_TABLE_ARN.toString()),
                Map.of("ForAllValues:" + operator, Map.of("dynamodb:LeadingKeys", partitionKeys)));
    }

    /// With what tells a table that was lost from one that begins: a look for manifests.
    private List<Right> besideTheTable(Right... items) {
        var manifests = Stream.of(statement(List.of("s3:ListBucket"), List.of(STAGING_BUCKET_ARN.toString())),
                statement(List.of("s3:GetObject"), manifests()));
        return Stream.of(Stream.of(items), manifests, key.stream().map(KeyRights::readObjects)).flatMap(each -> each)
                .toList();
    }

    /// A flush run reads the index and the segments, commits a manifest, writes objects and removes what is delivered.
    /// On an operator's word it keeps what is left of a damaged chunk, which nothing deletes.
    ///
    /// It asks S3 whether an object is there. S3 answers that with 404 only to who may list the bucket, whatever the
    /// prefix, and with 403 to everyone else, which a run could not tell from a wrong policy.
    public List<Right> flush() {
        return withKey(Stream
                .concat(Stream.of(flushing()),
                        Stream.concat(Stream.of(statement(List.of("s3:PutObject"), join(damaged(), segments()))),
                                leftReceipts()))
                .toArray(Right[]::new));
    }

    /// A recovery stages a segment anew that an earlier one could not read. Where records have receipts it looks
    /// whether those are its own.
    private Stream<Right> leftReceipts() {
        return switch (definition.sourceType().knownBy()) {
            case RECORD, OBJECT, CALL -> Stream
                    .of(items("dynamodb:BatchGetItem", "StringLike", List.of(definition.stream() + "#record#*")));
            case BATCH, POSITION -> Stream.of();
        };
    }

    /// Retention reads and keeps rules and deletes objects; an erasure drains the buffer first, and so may what a flush
    /// run may, and sees whether a repartition is under way.
    ///
    /// @param source prefix of a repartition's source: an erasure removes records there, and reads how far each object
    ///     is moved
    public List<Right> retention(Optional<String> source) {
        return withKey(Stream
                .of(Stream.of(flushing()), source.stream().flatMap(this::erasing),
                        Stream.of(statement(List.of("dynamodb:DeleteItem"), List.of(INDEX_TABLE_ARN.toString())),
                                statement(List.of("s3:DeleteObject"), with(compacted(), List.of(objects("Prefix")))),
                                statement(List.of("s3:GetObject"), List.of(repartitions()))))
                .flatMap(each -> each)
                .toArray(Right[]::new));
    }

    /// The objects that the stream's own were compacted to: an erasure removes a key value's records from these, too.
    private Optional<String> compacted() {
        return definition.configuration().sluice().compaction()
                .map(compaction -> delivered(compaction.prefix() + "*"));
    }

    private Stream<Right> erasing(String source) {
        return Stream.of(
                statement(List.of("s3:DeleteObject", "s3:GetObject", "s3:GetObjectLegalHold", "s3:GetObjectRetention",
                        "s3:GetObjectTagging", "s3:PutObject", "s3:PutObjectLegalHold", "s3:PutObjectRetention",
                        "s3:PutObjectTagging"), List.of(delivered(source + "*"))),
                statement(List.of("s3:GetObject"),
                        List.of(repartitions())));
    }

    /// Who tells what landed reads landings, states, manifests and the index, and moves cursors of its own. It marks
    /// the folders of dates where the stream asks for that.
    public List<Right> events() {
        var cursors = items("dynamodb:PutItem", "StringEquals", List.of(definition.stream() + "#events"));
        var index = items("dynamodb:Query", "StringLike", Stream
                .concat(Stream.of(definition.stream() + "#*"), otherBuffers().map(name -> name + "#*")).toList());
        var use = Stream.of(
                statement(List.of("s3:GetObject"), join(landings(), join(manifests(), ofBuffers("folded/")))),
                statement(List.of("s3:ListBucket"), List.of(STAGING_BUCKET_ARN.toString())), states(), cursors, index);
        var marks = definition.configuration().sluice().landing().filter(LandingSection::successObjects)
                .map(_ -> statement(List.of("s3:DeleteObject", "s3:PutObject"),
                        List.of(objects("Prefix") + "/" + SuccessObjects.NAME)));
        var objects = objectKeys.stream()
                .map(marks.isPresent() ? KeyRights::objects : KeyRights::readObjects);
        return Stream.of(use, marks.stream(), objects, key.stream().map(KeyRights::items)).flatMap(each -> each)
                .toList();
    }

    private Right[] flushing() {
        return new Right[]{
                statement(List.of("dynamodb:BatchWriteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"),
                        List.of(INDEX_TABLE_ARN.toString())),
                statement(List.of("s3:DeleteObject", "s3:GetObject"), join(segments(), committed())),
                statement(List.of("s3:GetObject"), damaged()),
                statement(List.of("s3:PutObject"), committed()),
                statement(List.of("s3:ListBucket"), List.of(STAGING_BUCKET_ARN.toString(), DATA_BUCKET_ARN.toString())),
                statement(List.of("s3:GetObject"), join(objects(), join(conversions(), knownBuffers()))),
                statement(WRITE, objects())};
    }

    /// Of a stream of buffers, what a recovery makes them known by again.
    private List<String> knownBuffers() {
        return definition.configuration().sluice().lanes().stream().map(_ -> buffers()).toList();
    }

    /// A stream without a landing log has none of them.
    private List<String> landings() {
        return definition.configuration().sluice().landing().isPresent()
                ? join(ofBuffers("landings/"), lakesLog())
                : List.of();
    }

    /// The log of what jobs of the lake replace and remove, with the notes beside it.
    private List<String> lakesLog() {
        return definition.configuration().sluice().landing().stream()
                .map(_ -> staged("landings/" + LakeLog.chain(definition.stream()) + "*")).toList();
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
    public List<Right> repartition(String from) {
        var days = definition.stream() + "!repartition!*";
        var own = List.of(staged("segments/" + days), staged("manifests/" + days), staged("folded/" + days));
        var damaged = List.of(staged("damaged/" + days));
        var source = delivered(from + "*");
        var views = delivered("views/*");
        return withKey(Stream.concat(telling(staged("landings/" + days)), Stream.of(
                statement(List.of("dynamodb:BatchWriteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"),
                        List.of(INDEX_TABLE_ARN.toString())),
                statement(List.of("s3:DeleteObject", "s3:GetObject", "s3:PutObject"), own),
                statement(List.of("s3:GetObject", "s3:PutObject"),
                        with(definition.configuration().conversion()
                                .map(_ -> staged("conversions/" + days)),
                                List.of(repartitions(), views))),
                statement(List.of("s3:GetObject"),
                        lakesLog().isEmpty() ? damaged : join(damaged, manifests())),
                statement(List.of("s3:DeleteObject", "s3:GetObject"), List.of(source)),
                statement(List.of("s3:ListBucket"), List.of(STAGING_BUCKET_ARN.toString(), DATA_BUCKET_ARN.toString())),
                statement(List.of("s3:GetObject"), objects()), statement(WRITE, objects()))).toArray(Right[]::new));
    }

    /// A job of a stream with a landing log tells there what it replaces.
    ///
    /// @param own landings of its own buffers
    private Stream<Right> telling(String... own) {
        return lakesLog().isEmpty()
                ? Stream.of()
                : Stream.of(statement(List.of("s3:GetObject", "s3:PutObject"), join(lakesLog(), List.of(own))));
    }

    /// Who waits for the readers of a stream's landings reads how far they are.
    private Stream<Right> waiting() {
        var sluice = definition.configuration().sluice();
        var readers = Stream.concat(
                sluice.landing().flatMap(LandingSection::events).stream().map(_ -> definition.stream() + "#events"),
                sluice.iceberg().stream().map(_ -> icebergCursors())).toList();
        return readers.isEmpty() ? Stream.of() : Stream.of(items("dynamodb:Query", "StringEquals", readers));
    }

    private String icebergCursors() {
        return definition.stream() + "#iceberg";
    }

    /// The registrar reads landings, states, the view's watermark and the objects' footers, writes the table's metadata
    /// and removes what nothing of it names any more, and moves cursors of its own. It deletes no object of data.
    public List<Right> iceberg(IcebergSection table) {
        var cursors = List.of(icebergCursors());
        var use = Stream.of(
                statement(List.of("s3:GetObject"),
                        join(landings(), with(Optional.of(repartitions()),
                                with(compacted(), List.of(objects("Prefix")))))),
                statement(List.of("s3:DeleteObject", "s3:GetObject", "s3:PutObject"),
                        List.of(delivered(table.location() + "/*"))),
                statement(List.of("s3:ListBucket"), List.of(STAGING_BUCKET_ARN.toString(), DATA_BUCKET_ARN.toString())),
                states(), items("dynamodb:PutItem", "StringEquals", cursors),
                items("dynamodb:Query", "StringEquals", cursors));
        return Stream.of(use, objectKeys.stream().map(KeyRights::objects), key.stream().map(KeyRights::items))
                .flatMap(each -> each).toList();
    }

    /// A compaction keeps rounds and watermarks, reads and clears the stream's prefix, writes what it joins and the
    /// view's text, and takes back what it made of a round that something changed under. It sees which deliveries are
    /// open.
    public List<Right> compaction() {
        var configuration = definition.configuration();
        var view = delivered("views/" + ViewTables.ofCompaction(configuration).name() + ".sql");
        var rounds = staged("compaction/" + definition.stream() + "/*");
        var joined = compacted().orElseThrow();
        var use = Stream.of(
                statement(List.of("s3:GetObject", "s3:PutObject"), List.of(rounds, repartitions(), view)),
                statement(List.of("s3:DeleteObject", "s3:GetObject"), List.of(objects("Prefix"))),
                statement(List.of("s3:AbortMultipartUpload", "s3:DeleteObject", "s3:GetObject", "s3:PutObject"),
                        List.of(joined)),
                statement(List.of("s3:GetObject"), manifests()),
                statement(List.of("s3:ListBucket"), List.of(STAGING_BUCKET_ARN.toString(), DATA_BUCKET_ARN.toString())),
                states());
        return Stream.of(use, telling(), waiting(), objectKeys.stream().map(KeyRights::objects),
                key.stream().map(KeyRights::items)).flatMap(each -> each).toList();
    }

    private String repartitions() {
        return staged("repartition/" + definition.stream() + "/*");
    }

    private List<String> segments() {
        return ofBuffers("segments/");
    }

    private List<String> manifests() {
        return ofBuffers("manifests/");
    }

    /// What a flush run writes beside a commit.
    private List<String> committed() {
        return join(manifests(), join(ofBuffers("folded/"), landings()));
    }

    /// The remains of damaged chunks that were given up; S3 is asked for them as soon as a chunk is found damaged.
    private List<String> damaged() {
        return ofBuffers("damaged/");
    }

    private String buffers() {
        return staged("lanes/" + definition.stream() + "/*");
    }

    /// The stream's own buffer and, where its configuration names buffers, those of all that there may ever be.
    private List<String> ofBuffers(String folder) {
        return Stream.concat(Stream.of(definition.stream() + "/*"), otherBuffers().map(name -> name + "/*"))
                .map(each -> staged(folder + each)).toList();
    }

    private Stream<String> otherBuffers() {
        return definition.configuration().sluice().lanes().stream().map(_ -> definition.stream() + "!lane!*");
    }

    private Right states() {
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
        return delivered(definition.literalHead(prefix) + "*");
    }

    private List<Right> withKey(Right... statements) {
        var objects = objectKeys.stream().map(KeyRights::objects);
        return Stream.of(Stream.of(statements), objects, key.stream().map(KeyRights::items)).flatMap(each -> each)
                .toList();
    }

    private static String staged(String objects) {
        return STAGING_BUCKET_ARN + "/" + objects;
    }

    private static String delivered(String objects) {
        return DATA_BUCKET_ARN + "/" + objects;
    }

    private static Right statement(List<String> actions, List<String> resources) {
        return Right.of(actions, resources);
    }
}
