package io.sluice.simulation.lake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.index.BufferIndex;
import io.sluice.index.FlushState;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.simulation.Bodies;
import io.sluice.simulation.Mistake;
import io.sluice.simulation.World;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.PassingObjectTree;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Mistakes in how days are compacted.
public final class CompactionMistakes {
    private static final String ROUND = "compaction/";

    private CompactionMistakes() {}

    private static Mistake mistake(UnaryOperator<LakePorts> change) {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public LakePorts plantCompaction(LakePorts ports, World world) {
                return change.apply(ports);
            }
        };
    }

    /// The view reads whatever is under the compaction's prefix, rounds that were given up too.
    public static Mistake showEveryRound() {
        return mistake(ports -> ports.withData(new OtherView(ports.data(), text -> text.replace("-C(", "-C(\\d+|"),
                text -> text.replace("-C(\\d+|", "-C("))));
    }

    /// The view leaves a moved day's objects out, late ones too.
    public static Mistake hideWholeDays() {
        return mistake(ports -> ports.withData(new OtherView(ports.data(),
                text -> text.replace(" NOT IN ", " IN ").replace("'s3:", "'none:"),
                text -> text.replace(" IN ", " NOT IN ").replace("'none:", "'s3:"))));
    }

    /// The view's text is taken for published when it was sent.
    public static Mistake takeTheViewForPublished() {
        Map<ObjectKey, byte[]> sent = new LinkedHashMap<>();
        return mistake(ports -> ports.withData(new PassingObjectStore(ports.data()) {
            @Override
            public void put(ObjectKey key, Body body) {
                if (super.head(key).isEmpty()) {
                    super.put(key, body);
                    sent.clear();
                }
                sent.put(key, Bodies.bytes(body));
            }

            @Override
            public byte[] get(ObjectKey key) {
                byte[] there = super.get(key);
                return sent.getOrDefault(key, there);
            }
        }));
    }

    /// Objects are taken for written before they are, and written after the view's text.
    public static Mistake showARoundBeforeItIsWritten() {
        return mistake(ports -> ports.withData(new Behind(ports.data())));
    }

    /// Who plans a round second carries out his own plan.
    public static Mistake joinWhatEachPlanned() {
        return mistake(ports -> ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                Created created = super.create(key, body, attributes);
                return key.value().startsWith(ROUND) ? Created.CREATED : created;
            }
        }));
    }

    /// Whatever is there is joined, by whoever may still write it.
    public static Mistake joinWhatMayBeWrittenAgain() {
        return mistake(ports -> {
            BufferIndex index = ports.indexes().apply(World.STREAM);
            return ports.withIndexes(_ -> new PassingIndex(index) {
                @Override
                public Optional<FlushState> state() {
                    return Optional.empty();
                }
            });
        });
    }

    /// Retention and erasure look at what was delivered alone.
    public static Mistake overlookWhatIsCompacted() {
        return LakeMistakes.mistake((ports, _) -> ports.withTree(new PassingObjectTree(ports.tree()) {
            @Override
            public ObjectPage list(String prefix, String after) {
                ObjectPage page = super.list(prefix, after);
                return new ObjectPage(page.objects().stream()
                        .filter(each -> !each.key().value().startsWith(CompactedDays.FOLDER)).toList(), page.more());
            }
        }));
    }

    /// Publishes another text than the compaction wrote, which takes it for its own.
    private static final class OtherView extends PassingObjectStore {
        private final UnaryOperator<String> published;
        private final UnaryOperator<String> own;

        OtherView(ObjectStore store, UnaryOperator<String> published, UnaryOperator<String> own) {
            super(store);
            this.published = published;
            this.own = own;
        }

        @Override
        public void put(ObjectKey key, Body body) {
            super.put(key, Body.of(changed(published, Bodies.bytes(body))));
        }

        @Override
        public byte[] get(ObjectKey key) {
            return changed(own, super.get(key));
        }

        private static byte[] changed(UnaryOperator<String> change, byte[] text) {
            return change.apply(new String(text, UTF_8)).getBytes(UTF_8);
        }
    }

    /// Takes objects for written, and writes them after the view's text.
    private static final class Behind extends PassingObjectStore {
        private final Map<ObjectKey, ObjectInfo> promised = new LinkedHashMap<>();
        private final Map<ObjectKey, Runnable> unwritten = new LinkedHashMap<>();

        Behind(ObjectStore store) {
            super(store);
        }

        @Override
        public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
            byte[] sent = Bodies.bytes(body);
            unwritten.put(key, () -> super.create(key, Body.of(sent), attributes));
            promised.put(key, new ObjectInfo(key, sent.length, Instant.EPOCH, attributes.fingerprint()));
            return Created.CREATED;
        }

        @Override
        public Optional<ObjectInfo> head(ObjectKey key) {
            return Optional.ofNullable(promised.get(key)).or(() -> super.head(key));
        }

        @Override
        public void put(ObjectKey key, Body body) {
            super.put(key, body);
            unwritten.values().forEach(Runnable::run);
            unwritten.clear();
            promised.clear();
        }
    }
}
