package io.sluice.simulation.lake;

import io.sluice.index.BufferIndex;
import io.sluice.index.FlushState;
import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LakeObject;
import io.sluice.landing.Landing;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.simulation.Bodies;
import io.sluice.simulation.Mistake;
import io.sluice.simulation.World;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Mistakes in how it is told what jobs of the lake replace and remove.
public final class TellingMistakes {
    private static final String CHAIN = LakeLog.chain(World.STREAM);
    private static final String ENTRIES = Landing.prefix(CHAIN);
    private static final String NOTES = "landings/" + CHAIN + "!";
    private static final String WATERMARKS = "repartition/" + World.STREAM + "/watermark/";

    private TellingMistakes() {}

    private static Mistake telling(UnaryOperator<LakePorts> change) {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public LakePorts plantAnnouncements(LakePorts ports) {
                return change.apply(ports);
            }
        };
    }

    /// What goes is told when it is gone.
    public static Mistake tellWhenItIsGone() {
        return telling(ports -> ports.withStaging(new Held(ports.staging(), ENTRIES, NOTES)));
    }

    /// What was made is told before anybody sees it through the view.
    public static Mistake tellBeforeItIsShown() {
        return LakeMistakes
                .mistake((ports, _) -> ports.withStaging(new Held(ports.staging(), WATERMARKS, NOTES)));
    }

    /// Creates that are answered at once, and made with a later put.
    private static final class Held extends PassingObjectStore {
        private final Deque<Runnable> held = new ArrayDeque<>();
        private final ObjectStore store;
        private final String prefix;
        private final String until;

        Held(ObjectStore store, String prefix, String until) {
            super(store);
            this.store = store;
            this.prefix = prefix;
            this.until = until;
        }

        @Override
        public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
            if (!key.value().startsWith(prefix)) {
                return super.create(key, body, attributes);
            }
            held.add(() -> store.create(key, body, attributes));
            return Created.CREATED;
        }

        @Override
        public void put(ObjectKey key, Body body) {
            super.put(key, body);
            if (key.value().startsWith(until)) {
                while (!held.isEmpty()) {
                    held.poll().run();
                }
            }
        }
    }

    /// A change does not tell what had landed before it.
    public static Mistake tellNoHeads() {
        return telling(ports -> ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                return key.value().startsWith(ENTRIES)
                        ? super.create(key,
                                Body.of(changed(key, Bodies.bytes(body), change -> new LakeChange(change.id(),
                                        change.reason(), change.part(), change.parts(), Map.of(), change.gone(),
                                        change.made()))),
                                attributes)
                        : super.create(key, body, attributes);
            }
        }));
    }

    /// What has landed is read before it is listed what goes.
    public static Mistake readTheHeadsBeforeTheListing() {
        return telling(ports -> {
            Optional<FlushState> before = ports.indexes().apply(World.STREAM).state();
            Optional<byte[]> manifest = before.flatMap(state -> ports.staging().find(state.manifest()));
            ObjectStore staging = new PassingObjectStore(ports.staging()) {
                @Override
                public byte[] get(ObjectKey key) {
                    return before.filter(state -> state.manifest().equals(key)).flatMap(_ -> manifest)
                            .orElseGet(() -> super.get(key));
                }

                @Override
                public ObjectPage list(String prefix, String after) {
                    return prefix.startsWith("manifests/")
                            ? new ObjectPage(List.of(), false)
                            : super.list(prefix, after);
                }
            };
            return ports.withStaging(staging).withIndexes(buffer -> stale(ports.indexes().apply(buffer), before));
        });
    }

    private static BufferIndex stale(BufferIndex index, Optional<FlushState> before) {
        return new PassingIndex(index) {
            @Override
            public Optional<FlushState> state() {
                return before;
            }
        };
    }

    /// Who tells does not look for its own id.
    public static Mistake overlookTheOwn() {
        return telling(ports -> reading(ports, change -> new LakeChange(change.id() + "-another", change.reason(),
                change.part(), change.parts(), change.heads(), change.gone(), change.made())));
    }

    /// Who tells what goes does not look at what others tell to go.
    public static Mistake overlookOthers() {
        return telling(ports -> reading(ports, change -> new LakeChange(change.id(), change.reason(), change.part(),
                change.parts(), change.heads(), change.gone().stream().map(TellingMistakes::another).toList(),
                change.made())));
    }

    private static LakeObject another(LakeObject object) {
        return new LakeObject(object.key(), object.bytes() + 1, object.etag(), object.modified());
    }

    private static LakePorts reading(LakePorts ports, UnaryOperator<LakeChange> change) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public byte[] get(ObjectKey key) {
                if (key.value().startsWith(NOTES)) {
                    throw new StoreException(StoreException.Kind.MISSING, "GET " + key + ": not there");
                }
                byte[] bytes = super.get(key);
                return key.value().startsWith(ENTRIES) ? changed(key, bytes, change) : bytes;
            }
        });
    }

    private static byte[] changed(ObjectKey key, byte[] bytes, UnaryOperator<LakeChange> change) {
        Landing landing = Landing.decode(key, bytes);
        return new Landing(landing.version(), change.apply(landing.change().orElseThrow()), landing.landed()).encode();
    }
}
