package io.sluice.simulation;

import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.Shard;
import io.sluice.landing.Landed;
import io.sluice.landing.Landing;
import io.sluice.manifest.Manifest;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Mistakes in how it is told what landed.
final class LandingMistakes {
    private static final String MANIFESTS = "manifests/";
    private static final String LANDINGS = "landings/";

    private LandingMistakes() {}

    /// What would land is told when the manifest is written, before it is known whether it is committed.
    static Mistake.Ports tellBeforeTheCommit(Mistake.Ports ports) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public void put(ObjectKey key, Body body) {
                super.put(key, body);
                if (key.value().startsWith(MANIFESTS)) {
                    String buffer = key.value().split("/", 3)[1];
                    Manifest.decode(key, Bodies.bytes(body)).landing(key)
                            .ifPresent(landing -> super.create(Landing.key(buffer, landing.version()),
                                    Body.of(landing.encode()), ObjectAttributes.NONE));
                }
            }
        });
    }

    /// Only the run that committed tells what landed: where it dies before, nobody does.
    static Mistake.Ports tellOnlyOfTheOwn(Mistake.Ports ports) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            private final Set<ObjectKey> own = new HashSet<>();

            @Override
            public void put(ObjectKey key, Body body) {
                own.add(key);
                super.put(key, body);
            }

            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                return key.value().startsWith(LANDINGS)
                        && Landing.decode(key, Bodies.bytes(body)).cause() instanceof Landing.Commit(ObjectKey manifest)
                        && !own.contains(manifest)
                                ? Created.CREATED
                                : super.create(key, body, attributes);
            }
        });
    }

    /// An object that an earlier attempt wrote counts as long as nothing.
    static Mistake.Ports takeNoLengthFromWhatIsThere(Mistake.Ports ports) {
        return ports.withData(new PassingObjectStore(ports.data()) {
            @Override
            public Optional<ObjectInfo> head(ObjectKey key) {
                return super.head(key).map(info -> new ObjectInfo(key, 0, info.modified(), info.fingerprint(),
                        info.rejected(), info.discarded()));
            }
        });
    }

    /// The sweep removes the last landing with the others.
    static Mistake sweepTheLast() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public Ports plantSweep(Ports ports, World world) {
                return ports.withStaging(withManifests(ports.staging(), manifest -> new Manifest(manifest.version(),
                        manifest.shardCount(), manifest.segments(), manifest.pending(), manifest.deliveries(),
                        manifest.folded(), manifest.tally(), manifest.origin(), manifest.positions(),
                        Optional.of(new Landed(0, Long.MAX_VALUE, List.of())))));
            }
        };
    }

    /// A recovery does not ask what was told, and tells what it goes on with.
    static Mistake recoverWithoutALook() {
        return recovering(staging -> new PassingObjectStore(staging) {
            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                return key.value().startsWith(LANDINGS)
                        ? told(super.create(key, body, attributes))
                        : super.create(key, body, attributes);
            }

            private Created told(Created created) {
                return created == Created.EXISTED ? Created.CREATED : created;
            }

            @Override
            public byte[] get(ObjectKey key) {
                if (key.value().startsWith(LANDINGS)) {
                    throw new StoreException(StoreException.Kind.MISSING, key + " is not looked for");
                }
                return super.get(key);
            }

            @Override
            public ObjectPage list(String prefix, String after) {
                return prefix.startsWith(LANDINGS) ? new ObjectPage(List.of(), false) : super.list(prefix, after);
            }
        });
    }

    private static Mistake recovering(UnaryOperator<ObjectStore> staging) {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public Ports plantRecovery(Ports ports, World world) {
                return ports.withStaging(staging.apply(ports.staging()));
            }
        };
    }

    private static ObjectStore withManifests(ObjectStore staging, UnaryOperator<Manifest> change) {
        return new PassingObjectStore(staging) {
            @Override
            public byte[] get(ObjectKey key) {
                byte[] bytes = super.get(key);
                return key.value().startsWith(MANIFESTS)
                        ? change.apply(Manifest.decode(key, bytes)).encode()
                        : bytes;
            }
        };
    }

    /// Whoever asks until when the stream is complete does not look into the index.
    static Mistake claimWithoutTheIndex() {
        return claiming(ports -> ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public EntryPage read(Shard shard, Optional<EntryKey> after) {
                return new EntryPage(List.of(), List.of(), Optional.empty());
            }
        }));
    }

    /// Whoever asks that reads the manifest before the index: what is folded meanwhile is in neither.
    static Mistake claimByAnEarlierManifest() {
        return claiming(ports -> {
            Optional<FlushState> first = ports.index().state();
            byte[] manifest = first.map(state -> ports.staging().get(state.manifest())).orElse(new byte[0]);
            return new Mistake.Ports(new PassingObjectStore(ports.staging()) {
                @Override
                public byte[] get(ObjectKey key) {
                    return first.map(FlushState::manifest).equals(Optional.of(key)) ? manifest : super.get(key);
                }

                @Override
                public ObjectPage list(String prefix, String after) {
                    return prefix.startsWith(MANIFESTS) ? new ObjectPage(List.of(), false) : super.list(prefix, after);
                }
            }, ports.data(), new PassingIndex(ports.index()) {
                @Override
                public Optional<FlushState> state() {
                    return first;
                }
            }, ports.answered());
        });
    }

    /// Whoever asks that does not look whether what landed last is told.
    static Mistake claimWithoutTheLastLanding() {
        return claiming(ports -> ports.withStaging(withManifests(ports.staging(),
                manifest -> new Manifest(manifest.version(), manifest.shardCount(), manifest.segments(),
                        manifest.pending(), manifest.deliveries(), manifest.folded(), manifest.tally(),
                        manifest.origin(), manifest.positions(), Optional.empty()))));
    }

    /// Whoever tells dates takes them to be complete as they end.
    static Mistake tellDatesWithoutLateness() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public Duration plantLateness(Duration declared) {
                return Duration.ZERO;
            }
        };
    }

    /// Whoever tells dates that does so before what landed is told.
    static Mistake tellDatesFirst() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public boolean tellsDatesFirst() {
                return true;
            }
        };
    }

    private static Mistake claiming(UnaryOperator<Mistake.Ports> change) {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public Ports plantCompleteness(Ports ports) {
                return change.apply(ports);
            }
        };
    }
}
