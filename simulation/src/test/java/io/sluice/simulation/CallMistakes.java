package io.sluice.simulation;

import io.sluice.call.Call;
import io.sluice.call.CallGroup;
import io.sluice.call.GroupStaging;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.ingest.Ingest;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import io.sluice.segment.SegmentId;
import io.sluice.segment.SegmentTail;
import io.sluice.segment.StagedSegment;
import io.sluice.simulation.SimulatedRecord.FailingRecordException;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Mistakes in how calls are known when they come again, and in how groups of them are staged.
final class CallMistakes {
    private CallMistakes() {}

    /// A call's receipt is its group's: in another group it is not known.
    static Mistake.Ports knowCallsInTheirGroup(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                long group = entry.batch().hashCode();
                return super.put(entry, new Receipts(receipts.segment(), receipts.names().stream()
                        .map(name -> new RecordName(name.high() ^ group, name.low())).toList(), receipts.expires()));
            }
        });
    }

    /// Receipts are kept for an hour.
    static Mistake.Ports keepReceiptsForAnHour(Mistake.Ports ports, World world) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                return super.put(entry, new Receipts(receipts.segment(), receipts.names(),
                        world.clock().instant().plus(Duration.ofHours(1))));
            }
        });
    }

    /// A transaction whose outcome is not known is taken for applied.
    static Mistake.Ports takeTheUnknownForSuccess(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                try {
                    return super.put(entry, receipts);
                } catch (StoreException e) {
                    if (e.kind() != StoreException.Kind.UNKNOWN) {
                        throw e;
                    }
                    return Claim.CLAIMED;
                }
            }
        });
    }

    /// A repeat is answered while nobody knows that whoever staged the call has left the word.
    static Mistake.Ports leaveTheWordToTheFirst(Mistake.Ports ports) {
        Set<ObjectKey> own = new HashSet<>();
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public void put(ObjectKey key, Body body) {
                if (isSegment(key)) {
                    own.add(SegmentId.parse(World.STREAM, key).acceptedKey(World.STREAM));
                }
                if (!SegmentId.isAcceptedKey(key) || own.contains(key)) {
                    super.put(key, body);
                }
            }
        });
    }

    /// A buffer has the receipts of what is staged to it, and of nothing else.
    static Mistake.Ports keepReceiptsByBuffer(Mistake.Ports ports) {
        String[] own = {World.STREAM};
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                own[0] = receipts.segment().buffer();
                return super.put(entry, new Receipts(receipts.segment(),
                        receipts.names().stream().map(this::inOwn).toList(), receipts.expires()));
            }

            @Override
            public Map<RecordName, StagedSegment> receipts(Collection<RecordName> names) {
                Map<RecordName, StagedSegment> found = super.receipts(names.stream().map(this::inOwn).toList());
                return names.stream().filter(name -> found.containsKey(inOwn(name)))
                        .collect(Collectors.toMap(name -> name, name -> found.get(inOwn(name))));
            }

            private RecordName inOwn(RecordName name) {
                return own[0].equals(World.STREAM) ? name : new RecordName(name.high() ^ own[0].hashCode(), name.low());
            }
        });
    }

    /// What a receipt names is taken for a segment of the buffer that the repeated call was drawn for.
    static Mistake.Ports acceptInTheBufferOfTheRepeat(Mistake.Ports ports) {
        String[] own = {World.STREAM};
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                own[0] = receipts.segment().buffer();
                return super.put(entry, receipts);
            }

            @Override
            public Map<RecordName, StagedSegment> receipts(Collection<RecordName> names) {
                Map<RecordName, StagedSegment> found = new HashMap<>(super.receipts(names));
                found.replaceAll((_, segment) -> new StagedSegment(own[0], segment.id()));
                return found;
            }
        });
    }

    /// The first buffer is recovered first: by its state replicas stage again, before the receipts of the others are
    /// there.
    static Mistake recoverTheFirstBufferFirst() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public boolean recoversTheFirstBufferFirst() {
                return true;
            }
        };
    }

    /// Of all buffers but the first no receipts are made again.
    static Mistake recoverReceiptsOfTheFirstBufferAlone() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public Ports plantRecovery(Ports ports, World world) {
                return ports.withIndex(new PassingIndex(ports.index()) {
                    @Override
                    public void put(Receipts receipts) {
                        if (receipts.segment().buffer().equals(World.STREAM)) {
                            super.put(receipts);
                        }
                    }
                });
            }
        };
    }

    /// A call is taken for staged as soon as another's segment has its records.
    static Mistake.Ports takeASegmentForAReceipt(Mistake.Ports ports, World world) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                boolean underWay = segments(world, receipts.names()).values().stream()
                        .anyMatch(segment -> !segment.equals(receipts.segment()));
                return underWay ? Claim.CONFLICT : super.put(entry, receipts);
            }

            @Override
            public Map<RecordName, StagedSegment> receipts(Collection<RecordName> names) {
                return segments(world, names);
            }
        });
    }

    /// By name, the first segment of it.
    private static Map<RecordName, StagedSegment> segments(World world, Collection<RecordName> names) {
        Map<RecordName, StagedSegment> found = new HashMap<>();
        world.stagingBucket().contents().forEach((key, bytes) -> {
            ObjectKey segment = new ObjectKey(key);
            if (isSegment(segment)) {
                SegmentTail.decode(Arrays.copyOfRange(bytes, bytes.length - SegmentTail.length(bytes), bytes.length))
                        .names().stream().filter(names::contains)
                        .forEach(name -> found.putIfAbsent(name,
                                new StagedSegment(World.STREAM, SegmentId.parse(World.STREAM, segment))));
            }
        });
        return found;
    }

    private static boolean isSegment(ObjectKey key) {
        return key.value().startsWith(SegmentId.prefix(World.STREAM)) && !SegmentId.isAcceptedKey(key);
    }

    /// A way of calls with a mistake in it.
    private static class Door implements CallDoor {
        final CallDoor door;

        Door(CallDoor door) {
            this.door = door;
        }

        @Override
        public Call read(Request request) {
            return door.read(request);
        }

        @Override
        public GroupStaging staging(Ingest ingest) {
            return door.staging(ingest);
        }

        @Override
        public List<String> ids(CallGroup group, Call call) {
            return door.ids(group, call);
        }
    }

    private interface Planted {
        CallDoor in(CallDoor door);
    }

    private static Mistake of(Planted planted) {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public CallDoor plantDoor(CallDoor door) {
                return planted.in(door);
            }
        };
    }

    private interface Reading {
        Call read(CallDoor.Request request, Call read);
    }

    private static Mistake ofReading(Reading reading) {
        return of(right -> new Door(right) {
            @Override
            public Call read(Request request) {
                return reading.read(request, door.read(request));
            }
        });
    }

    private interface Staging {
        GroupStaging.Outcome stage(GroupStaging right, Ingest ingest, CallGroup group, Deadline life);
    }

    private static Mistake ofStaging(Staging staging) {
        return of(right -> new Door(right) {
            @Override
            public GroupStaging staging(Ingest ingest) {
                return (group, life) -> staging.stage(door.staging(ingest), ingest, group, life);
            }
        });
    }

    /// A call's name says nothing of its body.
    static Mistake leaveTheBodyOut() {
        return ofReading((request, read) -> request.call().isNamed()
                ? Call.named(CallDoor.STREAM, request.call().invocation(), new byte[0], read.retries(), read.arrival(),
                        read.records())
                : read);
    }

    /// Each attempt is a call of its own.
    static Mistake nameEachAttempt() {
        return ofReading((request, read) -> new Call(request.drawn(), read.retries(), read.arrival(), read.records()));
    }

    /// What the client has no name for is known by its bytes.
    static Mistake knowTheNamelessByTheirBytes() {
        return ofReading((request, read) -> request.call().isNamed()
                ? read
                : Call.named(CallDoor.STREAM, "nameless", ReplicaDoor.hash(request.payloads()), request.retries(),
                        read.arrival(), read.records()));
    }

    /// A record's id is its place in the group.
    static Mistake countRecordsInTheGroup() {
        return of(right -> new Door(right) {
            @Override
            public List<String> ids(CallGroup group, Call call) {
                int before = group.calls().stream().takeWhile(each -> !each.equals(call))
                        .mapToInt(each -> each.records().size()).sum();
                return IntStream.range(before, before + call.records().size()).mapToObj(call::recordId).toList();
            }
        });
    }

    /// A group commits whenever it comes to it.
    static Mistake liveForEver() {
        return ofStaging((right, _, group, _) -> right.stage(group, Deadline.NONE));
    }

    /// A transaction whose outcome is not known is taken for not applied, and its calls are staged anew one by one.
    static Mistake stageTheUnknownAnew() {
        Mistake again = ofStaging((right, _, group, life) -> {
            try {
                return right.stage(group, life);
            } catch (StoreException e) {
                Map<RecordName, RuntimeException> failed = new HashMap<>();
                for (Call call : group.calls()) {
                    try {
                        right.stage(new CallGroup(group.stream(), List.of(call)), life);
                    } catch (FailingRecordException failure) {
                        failed.put(call.id(), failure);
                    }
                }
                return new GroupStaging.Outcome(Set.of(), failed);
            }
        });
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return takeTheUnknownForFailure(ports);
            }

            @Override
            public CallDoor plantDoor(CallDoor door) {
                return again.plantDoor(door);
            }
        };
    }

    private static Mistake.Ports takeTheUnknownForFailure(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                try {
                    return super.put(entry, receipts);
                } catch (StoreException e) {
                    throw new StoreException(StoreException.Kind.UNAVAILABLE, "taken for not applied", e);
                }
            }
        });
    }

    /// Those that fail are left out, and so is the rest of their group.
    static Mistake acceptTheGroupOfWhatFails() {
        return ofStaging((right, ingest, group, life) -> {
            Map<RecordName, RuntimeException> guilty = ReplicaDoor.guilty(ingest, group);
            return guilty.isEmpty() || guilty.size() == group.calls().size()
                    ? right.stage(group, life)
                    : new GroupStaging.Outcome(Set.of(), guilty);
        });
    }

    /// What fails is left out without a word.
    static Mistake acceptWhatFails() {
        return ofStaging((right, _, group, life) -> new GroupStaging.Outcome(right.stage(group, life).repeated(),
                Map.of()));
    }

    /// A call that fails fails its group.
    static Mistake refuseTheGroupOfWhatFails() {
        return ofStaging((_, ingest, group, life) -> {
            try {
                return new GroupStaging.Outcome(ingest.acceptCalls(group.batch(), life).repeated(), Map.of());
            } catch (FailingRecordException e) {
                Map<RecordName, RuntimeException> all = new HashMap<>();
                group.calls().forEach(each -> all.put(each.id(), e));
                return new GroupStaging.Outcome(Set.of(), all);
            }
        });
    }
}
