package io.sluice.simulation;

import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.RecoveryProgress;
import io.sluice.index.Shard;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/// Mistakes in how the index is used.
final class IndexMistakes {
    private IndexMistakes() {}

    /// The source is answered first and the entry written then: a crash between the two loses the batch.
    static Mistake.Ports answerFirst(Mistake.Ports ports) {
        List<IndexEntry> unwritten = new ArrayList<>();
        BufferIndex index = new PassingIndex(ports.index()) {
            @Override
            public void put(IndexEntry entry) {
                unwritten.add(entry);
            }
        };
        return new Mistake.Ports(ports.staging(), ports.data(), index, () -> unwritten.forEach(ports.index()::put));
    }

    /// The commit asks only that the state is the one of a moment ago, not that it is the one that the plan was made
    /// from: what another run folded since is not in the plan.
    static Mistake.Ports commitOverAnything(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Commit commit(Optional<FlushState> expected, FlushState next) {
                return super.commit(state(), next);
            }
        });
    }

    /// Objects are made of entries that were read, whether or not the fold of them was committed.
    static Mistake.Ports deliverWhatIsNotCommitted(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Commit commit(Optional<FlushState> expected, FlushState next) {
                super.commit(expected, next);
                return Commit.COMMITTED;
            }
        });
    }

    /// An invocation carries its slice out as it was when it was asked for, not as it is when it starts: it writes
    /// objects that were given up since, or that a consumer has taken.
    static Mistake carryOutWhatWasAsked() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public Ports plantSlice(Ports ports, World world, AskedSlice asked) {
                ObjectStore staging = new PassingObjectStore(ports.staging()) {
                    @Override
                    public byte[] get(ObjectKey key) {
                        return key.equals(asked.state().manifest()) ? asked.manifest() : super.get(key);
                    }
                };
                return new Ports(staging, ports.data(), new PassingIndex(ports.index()) {
                    @Override
                    public Optional<FlushState> state() {
                        return Optional.of(asked.state());
                    }
                }, ports.answered());
            }
        };
    }

    /// Entries are deleted as soon as they were read, before the commit that folds them.
    static Mistake.Ports deleteFirst(Mistake.Ports ports) {
        List<EntryKey> read = new ArrayList<>();
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public EntryPage read(Shard shard, Optional<EntryKey> after) {
                EntryPage page = super.read(shard, after);
                page.entries().forEach(entry -> read.add(entry.key()));
                return page;
            }

            @Override
            public Commit commit(Optional<FlushState> expected, FlushState next) {
                delete(read);
                return super.commit(expected, next);
            }
        });
    }

    /// A commit that was not answered with success is taken for lost, and what it would have committed is deleted.
    static Mistake.Ports deleteTheLosersManifest(Mistake.Ports ports) {
        ObjectStore staging = ports.staging();
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Commit commit(Optional<FlushState> expected, FlushState next) {
                Commit commit = super.commit(expected, next);
                if (commit == Commit.CONFLICT) {
                    staging.delete(List.of(next.manifest()));
                }
                return commit;
            }
        });
    }

    /// A source's position is moved whatever it is by now, not only from the one that the records were taken after.
    static Mistake.Ports moveThePositionFromAnywhere(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                return super.put(entry, super.position(next.source()), next);
            }
        });
    }

    /// The position is moved first and the entry written then, by a request of its own.
    static Mistake.Ports moveThePositionFirst(Mistake.Ports ports, World world) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                if (world.table().advance(expected, next) == Advance.CONFLICT) {
                    return Advance.CONFLICT;
                }
                super.put(entry);
                return Advance.ADVANCED;
            }
        });
    }

    /// The entry is written first and the position moved then, by a request of its own.
    static Mistake.Ports moveThePositionLast(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                super.put(entry);
                return super.put(entry, expected, next);
            }
        });
    }

    /// A conflict is taken for the answer to our own earlier success.
    static Mistake.Ports takeAConflictForSuccess(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                super.put(entry, expected, next);
                return Advance.ADVANCED;
            }
        });
    }

    /// An environment reads a position once and never again, whatever conflicts it meets.
    static Mistake neverReadAPositionAgain() {
        Map<World, Map<NumberedSource, Optional<SequenceNumber>>> known = new WeakHashMap<>();
        return (ports, world) -> ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Optional<SequenceNumber> position(NumberedSource source) {
                Map<NumberedSource, Optional<SequenceNumber>> positions = known.computeIfAbsent(world,
                        _ -> new HashMap<>());
                Optional<SequenceNumber> kept = positions.get(source);
                if (kept == null) {
                    kept = super.position(source);
                    positions.put(source, kept);
                }
                return kept;
            }
        });
    }

    /// Repeats are known by their batch's records alone, as where a source does not number them.
    static Mistake.Ports knowRepeatsByTheirBatch(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Optional<SequenceNumber> position(NumberedSource source) {
                return Optional.empty();
            }

            @Override
            public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
                super.put(entry);
                return Advance.ADVANCED;
            }
        });
    }

    /// A source that has no position begins, whatever manifests are there.
    static Mistake.Ports takeAnEmptyTableForTheStart(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            private boolean ofSource;

            @Override
            public Optional<SequenceNumber> position(NumberedSource source) {
                ofSource = true;
                return super.position(source);
            }

            @Override
            public Optional<FlushState> state() {
                return ofSource ? Optional.of(new FlushState(1, new ObjectKey("manifests/any"))) : super.state();
            }
        });
    }

    /// The mark of a recovery is overlooked.
    static Mistake.Ports overlookRecoveries(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public RecoveryProgress recovery() {
                return RecoveryProgress.NONE;
            }
        });
    }

    /// Only the shards of the present configuration are looked into.
    static Mistake.Ports forgetShards(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public int shardsUsed() {
                return 1;
            }
        });
    }

    /// A sweep whose time is over before it has read a shard's second page removes what it has found.
    static Mistake sweepByAPartOfTheIndex() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public Ports plantSweep(Ports ports, World world) {
                return ports.withIndex(new PassingIndex(ports.index()) {
                    @Override
                    public EntryPage read(Shard shard, Optional<EntryKey> after) {
                        EntryPage page = super.read(shard, after);
                        return new EntryPage(page.entries(), page.damaged(), Optional.empty());
                    }
                });
            }
        };
    }
}
