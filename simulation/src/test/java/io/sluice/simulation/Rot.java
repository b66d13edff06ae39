package io.sluice.simulation;

import io.sluice.flush.ChunkDiscard;
import io.sluice.index.Buffer;
import io.sluice.index.IndexEntry;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.SealedBatches;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.SegmentId;
import io.sluice.segment.SegmentTail;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Staged bytes that rot where they rest, and the operator, who restores objects from copies, or gives up a chunk that
/// a run's problems name. In the end every chunk is either restored or given up, so that it is known exactly what must
/// be delivered.
final class Rot {
    private static final Pattern NAMED = Pattern.compile("the chunk at offset (\\d+) of segment (\\S+) \\(");
    private static final int MANIFEST_ONE_IN = 5;
    private static final int CUT_ONE_IN = 3;

    private final World world;
    private final Choices choices;
    private final Words words;
    private final Set<String> problems = new LinkedHashSet<>();
    private int discards;

    Rot(World world) {
        this.world = world;
        this.choices = world.choices();
        this.words = new Words(world);
    }

    Words words() {
        return words;
    }

    /// Something rots, or the operator does something about it.
    ///
    /// @param start takes an invocation that the operator makes
    void act(Consumer<Actor> start) {
        int dice = choices.below(10);
        if (dice < 5) {
            damage();
        } else if (dice < 8) {
            List<ObjectKey> rotten = List.copyOf(world.resting().rotten().keySet());
            if (!rotten.isEmpty()) {
                restore(choices.pick(rotten));
            }
        } else {
            List<ChunkDiscard.Request> told = words.told();
            if (!told.isEmpty()) {
                start.accept(discard(choices.pick(told)));
            }
        }
    }

    private void damage() {
        String folder = choices.oneIn(MANIFEST_ONE_IN)
                ? choices.pick(List.of(Manifest.prefix(World.STREAM), SealedBatches.prefix(World.STREAM)))
                : "segments/" + World.STREAM + "/";
        List<ObjectKey> keys = world.stagingBucket().list(folder, "").objects().stream().map(each -> each.key())
                .filter(each -> !SegmentId.isAcceptedKey(each)).toList();
        if (!keys.isEmpty()) {
            ObjectKey key = choices.pick(keys);
            damage(key, world.stagingBucket().get(key));
        }
    }

    /// Damage comes on top of damage that is there.
    private void damage(ObjectKey key, byte[] written) {
        boolean isDamaged = world.resting().rotten().containsKey(key);
        byte[] bytes = world.resting().rotten().getOrDefault(key, written).clone();
        int at = key.value().startsWith("segments/") ? inAPart(written) : choices.below(written.length);
        boolean cut = choices.oneIn(CUT_ONE_IN);
        byte bit = (byte) (1 << choices.below(Byte.SIZE));
        if (at >= bytes.length) {
            return;
        }
        if (!cut) {
            bytes[at] ^= bit;
        }
        world.trace().add("disk", () -> (cut ? "cuts " : "flips a bit of ") + key + " at " + at);
        world.reached().note(RareState.DAMAGE_ON_DAMAGE, isDamaged);
        world.resting().rot(key, cut ? Arrays.copyOf(bytes, at) : bytes);
    }

    /// A place in the body, the directory or the rest of the tail: of small segments the body is the smallest of them.
    private int inAPart(byte[] segment) {
        int tail = SegmentTail.length(segment);
        int body = segment.length - tail;
        int directory = SegmentTail.directoryLength(Arrays.copyOfRange(segment, body, segment.length));
        int part = choices.below(4);
        if (part < 2 && body > 0) {
            return choices.below(body);
        }
        return part < 3
                ? body + choices.below(directory)
                : body + directory + choices.below(tail - directory);
    }

    private void restore(ObjectKey key) {
        world.trace().add("operator", () -> "restores " + key);
        world.reached().note(RareState.SEGMENT_RESTORED_AFTER_GIVEN_UP,
                words.told().stream().anyMatch(each -> each.segment().equals(key.value()) && words.isGiven(each)));
        world.resting().put(key, Body.of(world.stagingBucket().get(key)));
    }

    /// The rejects of the chunks that are left are written again.
    private void moveAway(ObjectKey rejects) {
        world.trace().add("operator", () -> "moves " + rejects + " away");
        world.dataBucket().delete(List.of(rejects));
    }

    /// Without its manifest a stream stands still.
    void restoreManifests() {
        rotten().stream().filter(key -> key.value().startsWith("manifests/")).forEach(this::restore);
    }

    void restoreAll() {
        rotten().forEach(this::restore);
    }

    private List<ObjectKey> rotten() {
        return List.copyOf(world.resting().rotten().keySet());
    }

    /// What a run, or a slice, said when it ended.
    void heard(List<String> said) {
        for (String problem : said) {
            problems.add(problem);
            Matcher named = NAMED.matcher(problem);
            while (named.find()) {
                tell(new ChunkDiscard.Request(named.group(2), Long.parseLong(named.group(1))));
            }
        }
    }

    /// What a run says that was stalled may be long over.
    private void tell(ChunkDiscard.Request request) {
        Manifest manifest = world.ledger().current();
        for (Delivery delivery : manifest.deliveries()) {
            for (ChunkRef chunk : delivery.chunks()) {
                if (chunk.length() > 0 && request(manifest, chunk).equals(request)) {
                    words.tell(request, delivery, chunk, manifest.segments());
                    world.reached().note(RareState.DAMAGED_CHUNK_NAMED);
                }
            }
        }
    }

    private static ChunkDiscard.Request request(Manifest manifest, ChunkRef chunk) {
        return new ChunkDiscard.Request(manifest.segments().id(chunk.segment()).key(World.STREAM).value(),
                chunk.offset());
    }

    private Actor discard(ChunkDiscard.Request request) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("discard " + ++discards, world.clock().millis(), () -> {
            Mistake.Ports ports = world.ports(self[0]);
            String end;
            try {
                end = new ChunkDiscard(new Buffer(World.STREAM, ports.staging(), ports.index())).discard(request)
                        .toString();
                world.reached().note(RareState.DAMAGED_CHUNK_GIVEN_UP);
            } catch (IllegalArgumentException e) {
                end = refused(e);
            }
            String ends = "ends: " + end;
            world.trace().add(self[0], () -> ends);
        });
        return self[0];
    }

    /// The chunk was restored, or is delivered by now.
    private static String refused(IllegalArgumentException e) {
        String message = String.valueOf(e.getMessage());
        if (!message.contains("there is nothing to discard") && !message.startsWith("no open delivery of stream")) {
            throw e;
        }
        return message;
    }

    /// Whether nothing waits but what is rotten.
    boolean isAllThatWaits() {
        Manifest manifest = world.ledger().current();
        return manifest.pending().totals().partitions() == 0
                && manifest.deliveries().stream()
                        .allMatch(each -> !each.failure().isGivenUp()
                                && (!missing(manifest, each).isEmpty() || rejectsInTheWay(manifest, each).isPresent()))
                && world.ledger().entries().allMatch(entry -> isUnreadable(entry) || undecided(entry).isPresent());
    }

    /// The delivery's rotten chunks that nobody gave up.
    private List<ChunkDiscard.Request> missing(Manifest manifest, Delivery delivery) {
        return delivery.chunks().stream().filter(chunk -> isRotten(manifest, chunk))
                .map(chunk -> request(manifest, chunk)).filter(request -> !words.isGiven(request)).toList();
    }

    /// Rejects that were written while a chunk was whole that was given up since: they hold some of its records.
    private Optional<ObjectKey> rejectsInTheWay(Manifest manifest, Delivery delivery) {
        boolean givenUp = delivery.chunks().stream()
                .anyMatch(chunk -> isRotten(manifest, chunk) && words.isGiven(request(manifest, chunk)));
        return delivery.rejects().filter(key -> givenUp && world.dataBucket().head(key).isPresent());
    }

    private boolean isRotten(Manifest manifest, ChunkRef chunk) {
        return isRotten(manifest.segments().id(chunk.segment()).key(World.STREAM), Math.toIntExact(chunk.offset()),
                chunk.length());
    }

    private boolean isUnreadable(IndexEntry entry) {
        return switch (entry.directory()) {
            case IndexEntry.DirectoryAt.Inline _ -> false;
            case IndexEntry.DirectoryAt.Tail(long offset, int length) ->
                isRotten(entry.segment().key(World.STREAM), Math.toIntExact(offset), length);
        };
    }

    /// A rotten object of folded batches that alone may tell of the entry's.
    private Optional<ObjectKey> undecided(IndexEntry entry) {
        FoldedBatches folded = world.ledger().current().folded();
        return folded.holds(entry.key())
                ? Optional.empty()
                : folded.sealed(FoldedBatches.slot(entry.key())).stream().map(each -> each.key(World.STREAM))
                        .filter(key -> world.resting().rotten().containsKey(key)).findFirst();
    }

    /// Whether other bytes are read there than were written, or fewer.
    private boolean isRotten(ObjectKey segment, int from, int length) {
        byte[] now = world.resting().rotten().get(segment);
        int to = from + length;
        return now != null && (now.length < to
                || !Arrays.equals(now, from, to, world.stagingBucket().get(segment), from, to));
    }

    /// What is rotten waits, and nothing else does. A run names it: of each delivery one chunk at least, since an
    /// object that is read as it is sent ends at the first.
    ///
    /// @param drain runs a drain to its end
    /// @throws Violation when that is not so
    void judge(Runnable drain) {
        problems.clear();
        drain.run();
        Manifest manifest = world.ledger().current();
        require(isAllThatWaits(), () -> "more waits than what is rotten, " + rotten() + ": " + manifest.deliveries()
                + ", " + manifest.pending().totals() + ", " + world.ledger().entries().toList());
        for (Delivery delivery : manifest.deliveries()) {
            List<ChunkDiscard.Request> missing = missing(manifest, delivery);
            missing.forEach(each -> requireThere(each.segment()));
            require(missing.stream().anyMatch(this::isNamed) || isNamed(manifest, delivery),
                    () -> "no run names any of " + missing + " of " + delivery + ": " + problems);
        }
        world.reached().note(RareState.REJECTS_IN_THE_WAY,
                manifest.deliveries().stream().anyMatch(each -> rejectsInTheWay(manifest, each).isPresent()));
        world.reached().note(RareState.DAMAGED_SLOT_WAITED,
                world.ledger().entries().anyMatch(entry -> undecided(entry).isPresent()));
        world.reached().note(RareState.DAMAGED_DIRECTORY_WAITED,
                world.ledger().entries().anyMatch(entry -> undecided(entry).isEmpty() && isUnreadable(entry)));
        world.ledger().entries().filter(entry -> undecided(entry).isEmpty())
                .map(entry -> entry.segment().key(World.STREAM).value()).forEach(segment -> {
                    requireThere(segment);
                    require(isNamed(segment), () -> "no run names " + segment + ": " + problems);
                });
        world.ledger().entries().map(this::undecided).flatMap(Optional::stream).forEach(
                object -> require(isNamed(object.value()), () -> "no run names " + object + ": " + problems));
    }

    private void requireThere(String segment) {
        require(world.stagingBucket().head(new ObjectKey(segment)).isPresent(),
                () -> segment + " is gone, and not all of it was delivered");
    }

    private static void require(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new Violation(otherwise.get());
        }
    }

    private boolean isNamed(ChunkDiscard.Request chunk) {
        return isNamed("the chunk at offset " + chunk.offset() + " of segment " + chunk.segment());
    }

    private boolean isNamed(Manifest manifest, Delivery delivery) {
        return rejectsInTheWay(manifest, delivery)
                .filter(key -> isNamed("an object of other rejects is at the key " + key)).isPresent();
    }

    private boolean isNamed(String what) {
        return problems.stream().anyMatch(problem -> problem.contains(what));
    }

    /// Whether anything waits for the operator.
    boolean waits() {
        return !world.ledger().current().deliveries().isEmpty() || world.table().entries() > 0;
    }

    /// The operator restores each object, or gives up what the run named of it.
    ///
    /// @param alone runs an invocation that must succeed
    void settle(Consumer<Actor> alone) {
        Manifest manifest = world.ledger().current();
        manifest.deliveries().stream().filter(each -> isNamed(manifest, each))
                .forEach(each -> moveAway(each.rejects().orElseThrow()));
        for (ObjectKey key : rotten()) {
            List<ChunkDiscard.Request> missing = missingOf(key);
            if (missing.isEmpty() || choices.oneIn(2)) {
                restore(key);
                continue;
            }
            for (ChunkDiscard.Request request : missing) {
                alone.accept(discard(request));
                require(words.isGiven(request), () -> request + " cannot be given up");
            }
        }
    }

    /// What the last run named of it.
    private List<ChunkDiscard.Request> missingOf(ObjectKey segment) {
        Manifest manifest = world.ledger().current();
        List<ChunkDiscard.Request> missing = new ArrayList<>();
        for (Delivery delivery : manifest.deliveries()) {
            missing(manifest, delivery).stream()
                    .filter(each -> each.segment().equals(segment.value()) && isNamed(each))
                    .forEach(missing::add);
        }
        return missing;
    }

    /// For worlds in which nothing rots, too.
    static List<String> absent(Optional<Rot> rot, List<String> landed) {
        return rot.map(each -> each.words.absent(landed)).orElse(List.of());
    }
}
