package io.sluice.manifest;

import io.sluice.codec.ObjectFormat;
import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.Deflated;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.landing.Landed;
import io.sluice.landing.Landing;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.segment.SegmentId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The pending state of a stream between two commits. Immutable.
///
/// @param version    number of commits so far; 0 before the first
/// @param shardCount the largest number of index shards still in use
/// @param segments   every segment that `pending` or `deliveries` refers to, and no other
/// @param pending    chunks that wait
/// @param deliveries objects that this or an earlier commit decided and that are not known to be written
/// @param folded     batches that are in here or were, as far as they may come again
/// @param origin     what it replaces, and what of it is new
/// @param positions  what is folded of each source that numbers its records
/// @param landed     what its commit saw written; empty where the stream has no landing log
public record Manifest(long version, int shardCount, SegmentTable segments, PendingTable pending,
        List<Delivery> deliveries, FoldedBatches folded, StreamTally tally, ManifestOrigin origin,
        FoldedRanges positions, Optional<Landed> landed) {
    private static final int FORMAT = 1;
    private static final int FAST = 1;
    private static final int BYTES_MAX = 1 << 30;
    private static final int VERSION_DIGITS = 19;

    public Manifest {
        deliveries = List.copyOf(deliveries);
        if (origin.inherited() > deliveries.size()) {
            throw new IllegalArgumentException("of " + deliveries.size() + " deliveries " + origin.inherited()
                    + " are said to be inherited");
        }
    }

    /// A manifest that does not say where it comes from.
    public Manifest(long version, int shardCount, SegmentTable segments, PendingTable pending,
            List<Delivery> deliveries, FoldedBatches folded, StreamTally tally) {
        this(version, shardCount, segments, pending, deliveries, folded, tally, ManifestOrigin.UNKNOWN);
    }

    /// A manifest of a stream whose sources do not number their records.
    public Manifest(long version, int shardCount, SegmentTable segments, PendingTable pending,
            List<Delivery> deliveries, FoldedBatches folded, StreamTally tally, ManifestOrigin origin) {
        this(version, shardCount, segments, pending, deliveries, folded, tally, origin, FoldedRanges.EMPTY,
                Optional.empty());
    }

    /// The state of a stream that nothing was folded for.
    public static Manifest empty() {
        return new Manifest(0, 1, SegmentTable.EMPTY, PendingTable.EMPTY, List.of(), FoldedBatches.EMPTY,
                StreamTally.ZERO,
                ManifestOrigin.UNKNOWN);
    }

    public static String prefix(String stream) {
        return "manifests/" + stream + "/";
    }

    /// The manifest's key, which also names the run that wrote it.
    public ObjectKey key(String stream, String run) {
        return new ObjectKey(prefix(stream) + versionText(version) + "-" + run);
    }

    /// What comes first in the names of a version's manifests, which are in the order of their versions.
    public static String versionText(long version) {
        return "%019d".formatted(version);
    }

    /// The version that a key made by [#key] names.
    ///
    /// @throws IllegalArgumentException when it is not the key of a manifest of the stream
    public static long versionOf(String stream, ObjectKey key) {
        String prefix = prefix(stream);
        String name = key.value().startsWith(prefix) ? key.value().substring(prefix.length()) : "";
        if (name.length() <= VERSION_DIGITS || name.charAt(VERSION_DIGITS) != '-'
                || !name.substring(0, VERSION_DIGITS).chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            throw new IllegalArgumentException("not a manifest's key of stream " + stream + ": " + key);
        }
        return Long.parseLong(name.substring(0, VERSION_DIGITS));
    }

    /// The same, replacing the manifest with that key.
    public Manifest replacing(Optional<ObjectKey> replaced) {
        return new Manifest(version, shardCount, segments, pending, deliveries, folded, tally,
                origin.replacing(replaced), positions, landed);
    }

    /// The same, some of its folded batches in other places.
    public Manifest remembering(FoldedBatches same) {
        return new Manifest(version, shardCount, segments, pending, deliveries, same, tally, origin, positions,
                landed);
    }

    /// The landing of its commit, once it is committed; empty where nothing landed with it, or nobody is to know.
    ///
    /// @param key its own
    public Optional<Landing> landing(ObjectKey key) {
        return landed.filter(each -> !each.objects().isEmpty()).map(each -> new Landing(version, key, each));
    }

    /// The deliveries that this manifest's own commit decided.
    public List<Delivery> decided() {
        return deliveries.subList(origin.inherited(), deliveries.size());
    }

    /// The segments that this manifest's own commit folded and that are referred to.
    public Collection<SegmentId> newSegments() {
        return segments.byNumber().tailMap(origin.firstNewSegment()).values();
    }

    public long openRecords() {
        return deliveries.stream().mapToLong(Delivery::records).sum();
    }

    /// The portable form, with a checksum; [#decode] reads it back.
    public byte[] encode() {
        ByteWriter head = new ByteWriter(40 * segments.size() + 160 * deliveries.size() + 1_024);
        head.varint(version).varint(shardCount);
        head.varint(tally.staged()).varint(tally.delivered()).varint(tally.rejected()).varint(tally.dropped())
                .varint(tally.discarded());
        segments.encode(head);
        encodeDeliveries(head);
        origin.encode(head);
        positions.encode(head);
        head.octet(landed.isPresent() ? 1 : 0);
        landed.ifPresent(each -> each.encode(head));
        byte[] deflated = Deflated.deflate(head, FAST);
        ByteWriter out = new ByteWriter(deflated.length + pending.bytes() + pending.bytes() / 8
                + BatchIds.BYTES_EACH * folded.held() + 1_024);
        out.octet(FORMAT).varint(head.size()).bytes(deflated);
        pending.encode(out);
        folded.encode(out);
        return out.checksum().toBytes();
    }

    /// Reads a manifest that is stored under `key`.
    ///
    /// @throws MalformedEncodingException naming the key, when `encoded` was damaged or is of a later format
    public static Manifest decode(ObjectKey key, byte[] encoded) {
        try {
            return decode(encoded);
        } catch (MalformedEncodingException e) {
            throw new MalformedEncodingException(key + " cannot be read: " + e.getMessage()
                    + ". Nothing was changed, and the stream waits until this object is whole again");
        }
    }

    /// @throws MalformedEncodingException when `encoded` was damaged or is of a later format
    public static Manifest decode(byte[] encoded) {
        ByteReader outer = ByteReader.checked(encoded, "a manifest");
        int format = outer.octet();
        int length = outer.length();
        if (length > BYTES_MAX) {
            throw new MalformedEncodingException("a manifest of " + length + " bytes");
        }
        if (format != FORMAT) {
            throw new MalformedEncodingException(
                    "manifest format " + format + " is not known to this version of Sluice");
        }
        return decode(new ByteReader(Deflated.inflate(outer.bytes(), length)), outer);
    }

    private static Manifest decode(ByteReader in, ByteReader tables) {
        long version = in.varint();
        int shardCount = in.length();
        StreamTally tally = new StreamTally(in.varint(), in.varint(), in.varint(), in.varint(), in.varint());
        SegmentTable segments = SegmentTable.decode(in);
        List<Delivery> deliveries = decodeDeliveries(in);
        ManifestOrigin origin = ManifestOrigin.decode(in);
        if (origin.inherited() > deliveries.size()) {
            throw new MalformedEncodingException("a manifest of " + deliveries.size() + " deliveries says that it took "
                    + origin.inherited() + " over");
        }
        FoldedRanges positions = FoldedRanges.decode(in);
        Optional<Landed> landed = in.octet() == 0 ? Optional.empty() : Optional.of(Landed.decode(in));
        PendingTable pending = PendingTable.decode(tables);
        return new Manifest(version, shardCount, segments, pending, deliveries, FoldedBatches.decode(tables), tally,
                origin, positions, landed);
    }

    private void encodeDeliveries(ByteWriter out) {
        out.varint(deliveries.size());
        for (Delivery delivery : deliveries) {
            out.sortedText(delivery.key().value()).text(delivery.kind().name()).text(delivery.format().text())
                    .text(delivery.wrapping().name()).varint(delivery.failure().since())
                    .text(delivery.failure().worst().name()).varint(delivery.failure().givenUpAt());
            if (delivery.format() instanceof ObjectFormat.Parquet) {
                out.text(delivery.rejects().map(ObjectKey::value).orElse(""));
            }
            ChunkRefs.encode(delivery.chunks(), out);
        }
    }

    private static List<Delivery> decodeDeliveries(ByteReader in) {
        int size = in.count(8);
        List<Delivery> deliveries = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            ObjectKey key = new ObjectKey(in.sortedText());
            Partition.Kind kind = Partition.Kind.valueOf(in.text());
            ObjectFormat format = ObjectFormat.parse(in.text());
            Wrapping wrapping = Wrapping.valueOf(in.text());
            Delivery.Failure failure = new Delivery.Failure(in.varint(), DeliveryOutcome.valueOf(in.text()),
                    in.varint());
            Optional<ObjectKey> rejects = decodeRejects(format, in);
            deliveries.add(new Delivery(key, kind, format, ChunkRefs.decode(in), rejects, wrapping, failure));
        }
        return deliveries;
    }

    private static Optional<ObjectKey> decodeRejects(ObjectFormat format, ByteReader in) {
        String key = format instanceof ObjectFormat.Parquet ? in.text() : "";
        return key.isEmpty() ? Optional.empty() : Optional.of(new ObjectKey(key));
    }
}
