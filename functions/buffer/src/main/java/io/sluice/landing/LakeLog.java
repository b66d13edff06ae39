package io.sluice.landing;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The log of a stream's lake: what its jobs replace and remove, each change once, in order, told before anything is
/// deleted. The next version is whoever's that creates its key. Why: `docs/decisions/0123-the-lakes-chain.md`.
///
/// Beside the log the staging bucket has notes, which are not needed but save reading: that a replacement was told, and
/// up to where removals are carried out. Safe for concurrent use.
///
/// Every method throws [io.sluice.objects.StoreException] and may be repeated whatever its outcome was.
public final class LakeLog {
    /// A sweep's last step, which deletes.
    private static final Duration DELETE_TIME = Duration.ofSeconds(10);
    /// For clocks that differ.
    private static final Duration MARGIN = Duration.ofHours(1);

    private final String chain;
    private final LandingLog log;
    private final ObjectStore staging;
    private final Reader reader;
    private final InstantSource clock;

    /// The reader that is declared, for whom objects stay until it was told that they go.
    ///
    /// @param cursor the last version of the log that it has done with; empty: nobody is waited for
    /// @param grace  the longest that objects stay for it
    public record Reader(Optional<LongSupplier> cursor, Duration grace) {}

    public LakeLog(String stream, ObjectStore staging, Reader reader, InstantSource clock) {
        this.chain = chain(stream);
        this.log = new LandingLog(chain, staging);
        this.staging = staging;
        this.reader = reader;
        this.clock = clock;
    }

    /// The name of the log of a stream's lake, which no buffer has.
    public static String chain(String stream) {
        return stream + "!lake";
    }

    /// Reads what of the log is needed to go on with it: a request for the note, a LIST for each thousand entries that
    /// are kept, and a GET for each that is used.
    ///
    /// @param since nothing that is looked for was told before, less an hour for clocks
    public LakeTail tail(Instant since) {
        long executed = executed();
        LakeTail tail = new LakeTail(log, executed, reader, clock);
        Instant from = since.equals(Instant.MAX) ? since : since.minus(MARGIN);
        log.objects(0).forEach(object -> Landing.version(chain, object.key()).ifPresent(
                version -> tail.pass(version, version > executed || !object.modified().isBefore(from))));
        return tail;
    }

    /// A replacement that was told.
    ///
    /// @param version of the last entry that tells of it; 0: it is not told, for it began before there was a log
    /// @param at      when
    public record Told(long version, Instant at) {}

    /// Tells of a replacement, unless it was told: a request where it was, else the [#tail], a PUT for each thousand
    /// objects, and one for the note.
    ///
    /// @param id    of the whole, and of nothing else; without characters that a key escapes
    /// @param since when it was decided, or before
    /// @param heads read after it was decided
    /// @param what  in the same order whoever asks; asked after the log was read: what is made and announced to go is
    ///        left out. Empty: it cannot be told
    public Told replace(String id, Reason reason, Instant since, Supplier<Map<String, Long>> heads,
            Supplier<Optional<List<Replacement>>> what) {
        ObjectKey note = toldNote(id);
        return staging.find(note).map(bytes -> decode(note, bytes)).orElseGet(() -> {
            LakeTail tail = tail(since);
            long last = what.get().map(all -> changes(id, reason, heads.get(), all)).orElse(List.of()).stream()
                    .mapToLong(tail::replace).max().orElse(0);
            keep(tail);
            Told told = new Told(last, clock.instant());
            staging.put(note, Body.of(new ByteWriter(32).varint(last).varint(told.at.toEpochMilli()).checksum()
                    .toBytes()));
            return told;
        });
    }

    private static Told decode(ObjectKey note, byte[] bytes) {
        try {
            ByteReader in = ByteReader.checked(bytes, "a note");
            return new Told(in.varint(), Instant.ofEpochMilli(in.varint()));
        } catch (MalformedEncodingException e) {
            throw new MalformedEncodingException(note + " cannot be read: " + e.getMessage() + ". Delete it: it is made"
                    + " again by the log");
        }
    }

    /// The instant until which objects that were told to go stay for the declared reader; empty where they may go.
    public Optional<Instant> staysUntil(Told told) {
        Instant until = told.at.plus(reader.grace);
        return reader.cursor.filter(_ -> clock.instant().isBefore(until))
                .filter(cursor -> cursor.getAsLong() < told.version).map(_ -> until);
    }

    /// Removes entries that are older than a landing is kept, as a sweep removes landings: never the last one, and none
    /// that the declared reader has not come to, up to four times as long. Nor one that jobs still go by: a removal
    /// that is not carried out, and a replacement without a note that it was told, which would be told again. A LIST
    /// for each thousand entries; where any are old a GET of the note, a GET and for a replacement a HEAD for each; and
    /// a DELETE for each thousand that go. One that runs out of time has removed what it looked at, and the next one
    /// goes on.
    ///
    /// @return how many
    public int sweep(Deadline deadline) {
        Instant now = clock.instant();
        List<ObjectInfo> all = log.objects(0).filter(each -> Landing.version(chain, each.key()).isPresent()).toList();
        List<ObjectInfo> old = all.stream().limit(Math.max(0, all.size() - 1L))
                .filter(each -> each.modified().isBefore(now.minus(reader.grace))).toList();
        long read = old.isEmpty() ? 0 : reader.cursor.map(LongSupplier::getAsLong).orElse(Long.MAX_VALUE);
        Instant waitedFor = now.minus(reader.grace.multipliedBy(LandingLog.UNREAD_FACTOR));
        long executed = old.isEmpty() ? 0 : executed();
        List<ObjectKey> gone = old.stream().filter(each -> each.modified().isBefore(waitedFor)
                || Landing.version(chain, each.key()).orElseThrow() <= read).map(ObjectInfo::key)
                .takeWhile(_ -> !deadline.leavesLessThan(DELETE_TIME))
                .filter(key -> isDoneWith(Landing.version(chain, key).orElseThrow(), executed)).toList();
        if (!gone.isEmpty()) {
            staging.delete(gone);
        }
        return gone.size();
    }

    /// One that is damaged jobs read, and name, until removals are carried out behind it.
    private boolean isDoneWith(long version, long executed) {
        try {
            return log.find(version).flatMap(Landing::change)
                    .map(change -> change.reason().replaces() ? isNoted(change) : version <= executed).orElse(true);
        } catch (MalformedEncodingException _) {
            return version <= executed;
        }
    }

    private boolean isNoted(LakeChange change) {
        return staging.head(toldNote(change.id().substring(0, change.id().lastIndexOf('/')))).isPresent();
    }

    /// @param id of the whole replacement
    private ObjectKey toldNote(String id) {
        return new ObjectKey("landings/" + chain + "!told/" + id);
    }

    /// Small units share an entry; a large one has as many parts as it takes.
    private static List<LakeChange> changes(String id, Reason reason, Map<String, Long> heads,
            List<Replacement> units) {
        List<LakeChange> changes = new ArrayList<>();
        List<LakeObject> gone = new ArrayList<>();
        List<LakeObject> made = new ArrayList<>();
        int number = 0;
        for (Replacement unit : units) {
            if (!gone.isEmpty() && gone.size() + made.size() + unit.size() > LakeTail.OBJECTS_MAX) {
                changes.addAll(parts(id + "/" + ++number, reason, heads, gone, made));
                gone.clear();
                made.clear();
            }
            gone.addAll(unit.gone());
            made.addAll(unit.made());
        }
        if (!gone.isEmpty() || !made.isEmpty()) {
            changes.addAll(parts(id + "/" + ++number, reason, heads, gone, made));
        }
        return changes;
    }

    private static List<LakeChange> parts(String id, Reason reason, Map<String, Long> heads, List<LakeObject> gone,
            List<LakeObject> made) {
        int size = gone.size() + made.size();
        int parts = (size + LakeTail.OBJECTS_MAX - 1) / LakeTail.OBJECTS_MAX;
        List<LakeChange> changes = new ArrayList<>(parts);
        for (int part = 1; part <= parts; part++) {
            int from = (part - 1) * LakeTail.OBJECTS_MAX;
            int to = Math.min(size, from + LakeTail.OBJECTS_MAX);
            int middle = gone.size();
            changes.add(new LakeChange(id, reason, part, parts, heads,
                    gone.subList(Math.min(from, middle), Math.min(to, middle)),
                    made.subList(Math.max(from, middle) - middle, Math.max(to, middle) - middle)));
        }
        return changes;
    }

    private ObjectKey executedNote() {
        return new ObjectKey("landings/" + chain + "!removed");
    }

    /// A note that is damaged is as good as none: what is done is found done.
    private long executed() {
        try {
            return staging.find(executedNote()).map(bytes -> ByteReader.checked(bytes, "a note").varint()).orElse(0L);
        } catch (MalformedEncodingException _) {
            return 0;
        }
    }

    /// Notes up to where removals are carried out, if some were. A note that another run moved further may go back:
    /// then some are carried out again, and nothing of them is there.
    public void keep(LakeTail tail) {
        tail.executed().ifPresent(version -> staging.put(executedNote(),
                Body.of(new ByteWriter(16).varint(version).checksum().toBytes())));
    }
}
