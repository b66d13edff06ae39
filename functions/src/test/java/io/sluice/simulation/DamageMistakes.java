package io.sluice.simulation;

import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/// Mistakes in what is done about damaged staged bytes.
final class DamageMistakes {
    private DamageMistakes() {}

    /// Every chunk that is read is given the checksum of what was read, so that none fails.
    static Mistake.Ports skipTheCheck(Mistake.Ports ports, World world) {
        return withStaging(ports, new PassingStore(ports.staging()) {
            @Override
            public byte[] get(ObjectKey key, ByteRange range) {
                byte[] bytes = super.get(key, range);
                Manifest manifest = world.ledger().current();
                for (Delivery delivery : manifest.deliveries()) {
                    for (ChunkRef chunk : delivery.chunks()) {
                        boolean here = manifest.segments().id(chunk.segment()).key(World.STREAM).equals(key);
                        boolean inRange = chunk.offset() >= range.offset()
                                && chunk.offset() + chunk.length() <= range.end();
                        if (here && inRange && chunk.length() > 0) {
                            seal(bytes, (int) (chunk.offset() - range.offset()), chunk.length());
                        }
                    }
                }
                return bytes;
            }
        });
    }

    private static void seal(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length - Integer.BYTES);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(offset + length - Integer.BYTES,
                (int) crc.getValue());
    }

    /// A segment that is read again, since a chunk of it failed, is deleted.
    static Mistake.Ports deleteTheDamaged(Mistake.Ports ports) {
        return withStaging(ports, new PassingStore(ports.staging()) {
            private final Map<ObjectKey, ByteRange> read = new HashMap<>();

            @Override
            public byte[] get(ObjectKey key, ByteRange range) {
                byte[] bytes = super.get(key, range);
                ByteRange before = read.put(key, range);
                if (before != null && before.offset() <= range.offset() && before.end() >= range.end()) {
                    super.delete(List.of(key));
                }
                return bytes;
            }
        });
    }

    /// Whatever is damaged counts as given up.
    static Mistake.Ports forfeitUnasked(Mistake.Ports ports) {
        return withStaging(ports, new PassingStore(ports.staging()) {
            @Override
            public Optional<ObjectInfo> head(ObjectKey key) {
                return key.value().startsWith("damaged/")
                        ? Optional.of(new ObjectInfo(key, 0, Instant.EPOCH, ""))
                        : super.head(key);
            }
        });
    }

    private static Mistake.Ports withStaging(Mistake.Ports ports, ObjectStore staging) {
        return new Mistake.Ports(staging, ports.data(), ports.index(), ports.answered());
    }
}
