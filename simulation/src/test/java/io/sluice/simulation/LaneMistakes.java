package io.sluice.simulation;

import io.sluice.lane.Lane;
import io.sluice.lane.LaneArchive;
import io.sluice.lane.LaneCount;
import io.sluice.lane.LaneHistory;
import io.sluice.lane.LaneLog;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.requests.PassingObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Mistakes about which lane a batch is of, and which there are.
final class LaneMistakes {
    private LaneMistakes() {}

    /// A batch goes to a lane of those that there are now, whenever it arrived.
    static Mistake goByTheLanesOfNow() {
        return new OfLanes() {
            @Override
            public LaneCount plantCount(LaneCount count, LaneLog log) {
                return _ -> log.lanes().map(LaneHistory::last).orElse(1);
            }
        };
    }

    /// An environment goes by what it read first, for good.
    static Mistake neverReadTheLanesAgain() {
        return new OfLanes() {
            @Override
            public LaneCount plantCount(LaneCount count, LaneLog log) {
                int[] first = new int[1];
                return arrival -> {
                    first[0] = first[0] == 0 ? count.at(arrival) : first[0];
                    return first[0];
                };
            }
        };
    }

    /// A change is in force for what is decided.
    static Mistake changeWhatIsDecided() {
        return new OfLanes() {
            @Override
            public LaneLog plantLanes(LaneLog log) {
                return new LaneLog() {
                    @Override
                    public Optional<LaneHistory> lanes() {
                        return log.lanes();
                    }

                    @Override
                    public boolean moveLanes(Optional<LaneHistory> expected, LaneHistory next) {
                        return log.moveLanes(expected,
                                expected.map(before -> atOnce(before, next)).orElse(next));
                    }
                };
            }
        };
    }

    private static LaneHistory atOnce(LaneHistory before, LaneHistory next) {
        int count = next.changes().size();
        long since = next.until() - 9 * 60_000;
        if (count == before.changes().size() || since <= before.changes().getLast().since()) {
            return next;
        }
        List<LaneHistory.Change> changes = new ArrayList<>(before.changes());
        changes.add(new LaneHistory.Change(since, next.last()));
        return new LaneHistory(changes, next.until(), false);
    }

    /// A lane that is not one of those that there are now is not flushed.
    static Mistake flushTheLanesOfNow() {
        return new OfLanes() {
            @Override
            public List<Lane> plantFlush(List<Lane> lanes, LaneLog now) {
                int last = now.lanes().map(LaneHistory::last).orElse(1);
                return lanes.stream().filter(lane -> lane.number() < last).toList();
            }
        };
    }

    /// The first lane is recovered, and no other.
    static Mistake recoverTheFirstLane() {
        return new OfLanes() {
            @Override
            public Lane plantRecovered(Lane lane) {
                return Lane.FIRST;
            }
        };
    }

    /// The changes are in the table alone.
    static Mistake keepNoChanges() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return new Ports(new PassingObjectStore(ports.staging()) {
                    @Override
                    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                        return key.value().startsWith(LaneArchive.prefix(World.STREAM))
                                ? Created.CREATED
                                : super.create(key, body, attributes);
                    }
                }, ports.data(), ports.index(), ports.answered());
            }
        };
    }

    private abstract static class OfLanes implements Mistake {
        @Override
        public Ports plant(Ports ports, World world) {
            return ports;
        }
    }
}
