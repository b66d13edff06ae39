package io.sluice.manifest;

import io.sluice.encoding.Digests;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;

/// Names objects as Firehose does: `<prefix><stream>-<version>-<yyyy-MM-dd-HH-mm-ss>-<uuid><extension>`. The UUID is a
/// hash of what the object is, so that the key is a function of the commit that decided the delivery.
///
/// @param stream        in the name
/// @param buffer        whose commit it is: two buffers of a stream, each of which counts its own versions, name no
///     object alike
/// @param streamVersion version of the stream's configuration
/// @param fileExtension replaces the compression format's own; empty: it stays
/// @param zone          for every time in the key
public record ObjectNaming(String stream, String buffer, int streamVersion, Optional<String> fileExtension,
        ZoneId zone) {
    /// In a stream's own buffer.
    public ObjectNaming(String stream, int streamVersion, Optional<String> fileExtension, ZoneId zone) {
        this(stream, stream, streamVersion, fileExtension, zone);
    }

    /// The same in another buffer of the stream.
    public ObjectNaming in(String other) {
        return new ObjectNaming(stream, other, streamVersion, fileExtension, zone);
    }

    /// @param version the manifest version that decides the delivery
    /// @param part    counts a partition's objects in that version
    public ObjectKey name(Partition partition, long version, int part, long oldestArrival) {
        UUID uuid = uuid(partition, version, part);
        Instant oldest = Instant.ofEpochMilli(oldestArrival);
        String prefix = partition.prefix().evaluate(oldest, zone, uuid.toString());
        return new ObjectKey(FirehoseObjectName
                .create(stream, streamVersion, zone, partition.format(), fileExtension).key(prefix, oldest, uuid));
    }

    private UUID uuid(Partition partition, long version, int part) {
        String identity = buffer + '\n' + version + '\n' + part + '\n' + partition.key();
        ByteBuffer hash = ByteBuffer.wrap(Digests.sha256().digest(identity.getBytes(StandardCharsets.UTF_8)));
        long version8 = (hash.getLong() & ~0xF000L) | 0x8000L;
        long variant2 = (hash.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(version8, variant2);
    }
}
