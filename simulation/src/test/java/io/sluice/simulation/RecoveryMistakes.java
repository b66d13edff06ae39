package io.sluice.simulation;

import io.sluice.manifest.Manifest;
import io.sluice.manifest.ManifestOrigin;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.position.Position;
import io.sluice.recover.RecoveryMark;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;

/// Mistakes in how the index is made again of the staging bucket.
final class RecoveryMistakes {
    private RecoveryMistakes() {}

    /// Segments are taken for unknown however long ago they were staged.
    static Mistake ignoreTheWatermark() {
        return withStaging((staging, _) -> new PassingObjectStore(staging) {
            @Override
            public byte[] get(ObjectKey key) {
                Manifest manifest = Manifest.decode(key, super.get(key));
                ManifestOrigin origin = manifest.origin();
                return new Manifest(manifest.version(), manifest.shardCount(), manifest.segments(), manifest.pending(),
                        manifest.deliveries(), manifest.folded(), manifest.tally(),
                        new ManifestOrigin(origin.base(), origin.firstNewSegment(), origin.inherited(), 0),
                        manifest.positions(), manifest.landed()).encode();
            }
        });
    }

    /// Of several manifests of one version the first is taken, whatever was written and deleted since.
    static Mistake takeTheFirstManifest() {
        return withStaging((staging, _) -> new PassingObjectStore(staging) {
            @Override
            public ObjectPage list(String prefix, String after) {
                ObjectPage page = super.list(prefix, after);
                if (!prefix.startsWith("manifests/") || page.objects().isEmpty()) {
                    return page;
                }
                String highest = page.objects().getLast().key().value().substring(0, prefix.length() + 19);
                List<ObjectInfo> ofHighest = page.objects().stream()
                        .filter(each -> each.key().value().startsWith(highest)).toList();
                return new ObjectPage(List.of(ofHighest.getFirst()), page.more());
            }
        });
    }

    /// Not the highest version is taken but the lowest that is there.
    static Mistake takeTheLowestVersion() {
        return withStaging((staging, _) -> new PassingObjectStore(staging) {
            @Override
            public ObjectPage list(String prefix, String after) {
                ObjectPage page = super.list(prefix, after);
                return prefix.startsWith("manifests/")
                        ? new ObjectPage(page.objects().stream().limit(1).toList(), page.more())
                        : page;
            }
        });
    }

    /// Everything that was staged is taken for older than the watermark.
    static Mistake takeEverythingForKnown() {
        return withStaging((staging, _) -> new PassingObjectStore(staging) {
            @Override
            public ObjectPage list(String prefix, String after) {
                ObjectPage page = super.list(prefix, after);
                return prefix.startsWith("segments/")
                        ? new ObjectPage(page.objects().stream()
                                .map(each -> new ObjectInfo(each.key(), each.length(), Instant.EPOCH, "")).toList(),
                                page.more())
                        : page;
            }
        });
    }

    /// Before a stream's first commit nobody looks whether it has manifests.
    static Mistake beginWithoutALook() {
        return (ports, _) -> ports.withStaging(blind(ports.staging()));
    }

    /// The sweep takes what an empty table does not name for garbage.
    static Mistake sweepWithoutALook() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public Ports plantSweep(Ports ports, World world) {
                return ports.withStaging(blind(ports.staging()));
            }
        };
    }

    /// What an invocation ended before is taken for gone through.
    static Mistake goOnBehindEverything() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public RecoveryMark plantMark(RecoveryMark mark) {
                return new RecoveryMark() {
                    @Override
                    public Standing read() {
                        Standing read = mark.read();
                        return read.cursor().isEmpty()
                                ? read
                                : new Standing(read.progress(), read.unreadable(),
                                        read.cursor().replaceAll("[^/]*$", "~"));
                    }

                    @Override
                    public void write(Standing standing) {
                        mark.write(standing);
                    }
                };
            }
        };
    }

    /// Listings find no manifest.
    private static ObjectStore blind(ObjectStore staging) {
        return new PassingObjectStore(staging) {
            @Override
            public ObjectPage list(String prefix, String after) {
                return prefix.startsWith("manifests/") ? new ObjectPage(List.of(), false) : super.list(prefix, after);
            }
        };
    }

    /// The positions are not made again.
    static Mistake recoverNoPositions() {
        return with((ports, _) -> ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public void putIfAbsent(Position position) {
                // forgotten
            }
        }));
    }

    private static Mistake withStaging(BiFunction<ObjectStore, World, ObjectStore> staging) {
        return with((ports, world) -> ports.withStaging(staging.apply(ports.staging(), world)));
    }

    private static Mistake with(BiFunction<Mistake.Ports, World, Mistake.Ports> planted) {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public Ports plantRecovery(Ports ports, World world) {
                return planted.apply(ports, world);
            }
        };
    }
}
