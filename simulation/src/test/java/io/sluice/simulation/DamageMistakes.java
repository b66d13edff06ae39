package io.sluice.simulation;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.Directory;
import io.sluice.segment.SegmentTail;
import io.sluice.testkit.requests.PassingObjectStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.zip.CRC32C;

/// Mistakes in what is done about damaged staged bytes.
final class DamageMistakes {
    private DamageMistakes() {}

    /// Every chunk that is read is given the checksum of what was read, so that none fails.
    static Mistake.Ports skipTheCheck(Mistake.Ports ports, World world) {
        return skipTheCheck(ports, world, (_, _) -> true);
    }

    /// Chunks that are compressed when they are delivered are not checked, those that were when they were staged are.
    static Mistake.Ports skipTheCheckOfPlainChunks(Mistake.Ports ports, World world) {
        return skipTheCheck(ports, world, (_, chunk) -> chunk.form() == ChunkForm.PLAIN);
    }

    /// Chunks of one format are not checked.
    static Mistake.Ports skipTheCheckOfSnappy(Mistake.Ports ports, World world) {
        return skipTheCheck(ports, world, (delivery, _) -> delivery.format().staged() == Compression.SNAPPY);
    }

    private static Mistake.Ports skipTheCheck(Mistake.Ports ports, World world,
            BiPredicate<Delivery, ChunkRef> unchecked) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public byte[] get(ObjectKey key, ByteRange range) {
                byte[] bytes = super.get(key, range);
                Manifest manifest = world.ledger().current();
                for (Delivery delivery : manifest.deliveries()) {
                    for (ChunkRef chunk : delivery.chunks()) {
                        boolean here = manifest.segments().id(chunk.segment()).key(World.STREAM).equals(key);
                        boolean inRange = chunk.offset() >= range.offset()
                                && chunk.offset() + chunk.length() <= range.end();
                        if (here && inRange && chunk.length() > 0 && unchecked.test(delivery, chunk)) {
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
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
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
    static Mistake.Ports discardUnasked(Mistake.Ports ports) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public Optional<ObjectInfo> head(ObjectKey key) {
                return key.value().startsWith("damaged/")
                        ? Optional.of(new ObjectInfo(key, 0, Instant.EPOCH, ""))
                        : super.head(key);
            }
        });
    }

    /// A damaged chunk is left out of its object, and nobody is told.
    static Mistake.Ports leaveOutWithoutAWord(Mistake.Ports ports) {
        Mistake.Ports discarding = discardUnasked(ports);
        return discarding.withData(new PassingObjectStore(ports.data()) {
            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                return super.create(key, body, new ObjectAttributes(attributes.contentEncoding(),
                        attributes.fingerprint(), attributes.rejected(), 0));
            }
        });
    }

    /// Where nothing is left of a delivery, nothing is written that a run which has all of it would meet.
    static Mistake.Ports discardWithoutAnObject(Mistake.Ports ports) {
        return ports.withData(new PassingObjectStore(ports.data()) {
            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                return attributes.discarded() > 0 && attributes.records() == 0
                        ? Created.CREATED
                        : super.create(key, body, attributes);
            }
        });
    }

    /// A word on one chunk is taken for all of its segment.
    static Mistake.Ports discardTheNeighbours(Mistake.Ports ports) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public Optional<ObjectInfo> head(ObjectKey key) {
                if (!key.value().startsWith("damaged/")) {
                    return super.head(key);
                }
                String ofItsSegment = key.value().substring(0, key.value().lastIndexOf('-') + 1);
                return super.list(ofItsSegment, "").objects().stream().findFirst();
            }
        });
    }

    /// Every manifest that is read is given the checksum of what was read.
    static Mistake.Ports trustManifests(Mistake.Ports ports) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public byte[] get(ObjectKey key) {
                byte[] bytes = super.get(key);
                int body = bytes.length - Integer.BYTES;
                if (key.value().startsWith("manifests/") && body >= 0) {
                    CRC32C crc = new CRC32C();
                    crc.update(bytes, 0, body);
                    ByteBuffer.wrap(bytes).putInt(body, (int) crc.getValue());
                }
                return bytes;
            }
        });
    }

    /// A batch whose directory fails its checksum is folded as one without records.
    static Mistake.Ports takeADamagedDirectoryForEmpty(Mistake.Ports ports, World world) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public byte[] get(ObjectKey key, ByteRange range) {
                byte[] bytes = super.get(key, range);
                byte[] written = world.stagingBucket().get(key);
                boolean directory = range.offset() == written.length - SegmentTail.length(written);
                return directory && !Arrays.equals(bytes, world.stagingBucket().get(key, range))
                        ? Directory.of(List.of(), 0).encode()
                        : bytes;
            }
        });
    }
}
