package io.sluice.simulation.lake;

import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.Shard;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.retention.KeyValue;
import io.sluice.retention.RetentionRule;
import io.sluice.retention.RetentionRules;
import io.sluice.simulation.Mistake;
import io.sluice.simulation.World;
import io.sluice.source.SourceObject;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.PassingObjectTree;
import io.sluice.testkit.requests.PassingSourceStore;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/// Mistakes in how days are repartitioned and objects removed.
public final class LakeMistakes {
    private LakeMistakes() {}

    static Mistake mistake(BiFunction<LakePorts, World, LakePorts> change) {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public LakePorts plantLake(LakePorts ports, World world) {
                return change.apply(ports, world);
            }
        };
    }

    /// A source object goes as soon as it was read.
    public static Mistake removeTheSourceWhenItIsRead() {
        return mistake((ports, _) -> ports.withSource(new PassingSourceStore(ports.source()) {
            @Override
            public byte[] read(SourceObject object, ByteRange range) {
                byte[] bytes = super.read(object, range);
                if (range.end() == object.length()) {
                    remove(object);
                }
                return bytes;
            }
        }));
    }

    /// A source object goes by its key, whichever version it is by now.
    public static Mistake removeWhateverIsThere() {
        return mistake((ports, _) -> ports.withSource(new PassingSourceStore(ports.source()) {
            @Override
            public boolean remove(SourceObject object) {
                return ports.source().list(object.key().value(), "").objects().stream()
                        .allMatch(ports.source()::remove);
            }
        }));
    }

    /// A source object is read by its key, whichever version it is by now.
    public static Mistake readWhateverIsThere() {
        return mistake((ports, _) -> ports.withSource(new PassingSourceStore(ports.source()) {
            @Override
            public byte[] read(SourceObject object, ByteRange range) {
                SourceObject there = ports.source().list(object.key().value(), "").objects().getFirst();
                int length = (int) Math.min(range.length(), there.length() - range.offset());
                return super.read(there, new ByteRange(range.offset(), length));
            }
        }));
    }

    /// Objects are counted as written, and written when the day is moved and shown.
    public static Mistake showTheDayBeforeItIsDelivered() {
        return mistake((ports, _) -> ports.withData(new Behind(ports.data())));
    }

    /// Objects are taken for old, whenever they were written.
    public static Mistake takeObjectsForOld() {
        return mistake((ports, _) -> ports.withTree(new PassingObjectTree(ports.tree()) {
            @Override
            public ObjectPage list(String prefix, String after) {
                ObjectPage page = super.list(prefix, after);
                return new ObjectPage(page.objects().stream()
                        .map(each -> new ObjectInfo(each.key(), each.length(), Instant.EPOCH, each.fingerprint()))
                        .toList(), page.more());
            }
        }));
    }

    /// A rule's days are taken for half-days.
    public static Mistake takeDaysForHalfDays() {
        return mistake((ports, _) -> ports.withRules(new RetentionRules() {
            @Override
            public List<RetentionRule> all() {
                return ports.rules().all().stream()
                        .map(rule -> new RetentionRule(rule.of(), Math.max(1, rule.days() / 2))).toList();
            }

            @Override
            public void set(RetentionRule rule) {
                ports.rules().set(rule);
            }

            @Override
            public boolean remove(KeyValue of) {
                return ports.rules().remove(of);
            }
        }));
    }

    /// With an object everything goes whose key begins like its key value's folder.
    public static Mistake removeWhatBeginsAlike() {
        return mistake((ports, _) -> ports.withTree(new PassingObjectTree(ports.tree()) {
            @Override
            public List<Undeleted> remove(Collection<ObjectKey> keys) {
                for (ObjectKey key : keys) {
                    String folder = key.value().substring(0, key.value().indexOf("/dt="));
                    super.remove(list(folder, "").objects().stream().map(ObjectInfo::key).toList());
                }
                return List.of();
            }
        }));
    }

    /// An erasure looks at what is delivered alone.
    public static Mistake eraseWithoutTheBuffer() {
        return mistake((ports, _) -> ports.withIndexes(name -> name.equals(World.STREAM)
                ? new PassingIndex(ports.indexes().apply(name)) {
                    @Override
                    public EntryPage read(Shard shard, Optional<EntryKey> after) {
                        return new EntryPage(List.of(), List.of(), Optional.empty());
                    }
                }
                : ports.indexes().apply(name)));
    }

    /// Takes objects for written, and writes them behind the view's text.
    private static final class Behind extends PassingObjectStore {
        private final Map<ObjectKey, Runnable> unwritten = new LinkedHashMap<>();

        Behind(ObjectStore store) {
            super(store);
        }

        @Override
        public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
            unwritten.put(key, () -> super.create(key, body, attributes));
            return Created.CREATED;
        }

        @Override
        public void put(ObjectKey key, Body body) {
            super.put(key, body);
            unwritten.values().forEach(Runnable::run);
            unwritten.clear();
        }
    }
}
