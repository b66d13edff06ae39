package io.sluice.simulation;

import io.sluice.flush.SweepMark;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.SealedBatches;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.testkit.requests.PassingObjectStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Mistakes in how the buckets are used.
final class StoreMistakes {
    private StoreMistakes() {}

    /// An object's name tells when it was written, not what it is.
    static Mistake.Ports nameByTheClock(Mistake.Ports ports, World world) {
        return ports.withData(new PassingObjectStore(ports.data()) {
            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                return super.create(named(key), body, attributes);
            }

            @Override
            public Optional<ObjectInfo> head(ObjectKey key) {
                return super.head(named(key));
            }

            private ObjectKey named(ObjectKey key) {
                return inFolder(key, world.clock().millis() + "-");
            }
        });
    }

    /// "There is an object already" is taken for somebody else's object, and this one is written beside it.
    static Mistake.Ports takeOurOwnForAnothers(Mistake.Ports ports) {
        return ports.withData(new PassingObjectStore(ports.data()) {
            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                Created created = super.create(key, body, attributes);
                return created == Created.CREATED ? created : create(inFolder(key, "again-"), body, attributes);
            }
        });
    }

    /// What was folded before the run began is forgotten.
    static Mistake.Ports forgetFolded(Mistake.Ports ports) {
        return withManifests(ports, manifest -> new Manifest(manifest.version(), manifest.shardCount(),
                manifest.segments(), manifest.pending(), manifest.deliveries(), FoldedBatches.EMPTY, manifest.tally()));
    }

    /// Objects are given up without waiting for runs that may still write them.
    static Mistake.Ports giveUpAtOnce(Mistake.Ports ports) {
        return withManifests(ports,
                manifest -> new Manifest(manifest.version(), manifest.shardCount(), manifest.segments(),
                        manifest.pending(), manifest.deliveries().stream().map(StoreMistakes::givenUpLongAgo).toList(),
                        manifest.folded(), manifest.tally()));
    }

    /// A segment's key tells its batch alone: a retry under another configuration changes what a manifest refers to.
    static Mistake.Ports keySegmentsByBatch(Mistake.Ports ports) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public byte[] get(ObjectKey key, ByteRange range) {
                return super.get(byBatch(key), range);
            }

            @Override
            public void put(ObjectKey key, Body body) {
                super.put(byBatch(key), body);
            }

            private ObjectKey byBatch(ObjectKey key) {
                String text = key.value();
                return text.startsWith("segments/")
                        ? new ObjectKey(text.substring(0, text.length() - 32) + "0".repeat(32))
                        : key;
            }
        });
    }

    /// The sweep takes everything for old.
    static Mistake.Ports sweepTheYoung(Mistake.Ports ports) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public ObjectPage list(String prefix, String after) {
                ObjectPage page = super.list(prefix, after);
                return new ObjectPage(page.objects().stream()
                        .map(each -> new ObjectInfo(each.key(), each.length(), Instant.EPOCH, each.fingerprint()))
                        .toList(), page.more());
            }
        });
    }

    /// A pass of the sweep never ends: the next goes on where it was.
    static Mistake neverSweepFromTheFirstKey() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public SweepMark plantMark(SweepMark mark) {
                return new SweepMark() {
                    @Override
                    public Optional<Pass> pass() {
                        return mark.pass();
                    }

                    @Override
                    public void keep(Pass pass) {
                        if (pass.upTo().isPresent()) {
                            mark.keep(pass);
                        }
                    }
                };
            }
        };
    }

    /// A further object of a slot takes the place of those before it.
    static Mistake.Ports replaceSealed(Mistake.Ports ports) {
        return withManifests(ports, manifest -> {
            FoldedBatches folded = manifest.folded();
            for (SealedBatches each : manifest.folded().sealed()) {
                List<SealedBatches> ofSlot = manifest.folded().sealed(each.slot());
                folded = folded.joining(ofSlot, ofSlot.getLast());
            }
            return manifest.remembering(folded);
        });
    }

    /// Objects of folded batches are named and not written.
    static Mistake.Ports nameWhatIsNotSealed(Mistake.Ports ports) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public void put(ObjectKey key, Body body) {
                if (!key.value().startsWith("folded/")) {
                    super.put(key, body);
                }
            }
        });
    }

    /// The sweep takes objects of folded batches for unnamed.
    static Mistake.Ports sweepWhatIsSealed(Mistake.Ports ports) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            private boolean sweeping;

            @Override
            public ObjectPage list(String prefix, String after) {
                sweeping = prefix.startsWith("folded/");
                return super.list(prefix, after);
            }

            @Override
            public byte[] get(ObjectKey key) {
                byte[] bytes = super.get(key);
                return sweeping && key.value().startsWith("manifests/")
                        ? Manifest.decode(key, bytes).remembering(FoldedBatches.EMPTY).encode()
                        : bytes;
            }
        });
    }

    private static Delivery givenUpLongAgo(Delivery delivery) {
        return delivery.failure().isGivenUp()
                ? new Delivery(delivery.key(), delivery.kind(), delivery.format(), delivery.chunks(),
                        delivery.rejects(), delivery.wrapping(),
                        new Delivery.Failure(delivery.failure().since(), delivery.failure().worst(), 1))
                : delivery;
    }

    private static ObjectKey inFolder(ObjectKey key, String start) {
        int name = key.value().lastIndexOf('/') + 1;
        return new ObjectKey(key.value().substring(0, name) + start + key.value().substring(name));
    }

    private static Mistake.Ports withManifests(Mistake.Ports ports, UnaryOperator<Manifest> change) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public byte[] get(ObjectKey key) {
                byte[] bytes = super.get(key);
                return key.value().startsWith("manifests/")
                        ? change.apply(Manifest.decode(key, bytes)).encode()
                        : bytes;
            }
        });
    }
}
