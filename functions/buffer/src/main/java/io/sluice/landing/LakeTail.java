package io.sluice.landing;

import io.sluice.encoding.Digests;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.landing.LakeLog.Reader;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The end of a lake's log as one job knows it, and goes on with it. Not safe for concurrent use.
public final class LakeTail {
    /// Objects of an entry.
    static final int OBJECTS_MAX = 1_000;
    /// Entries that are read again rather than noted.
    private static final int NOTED_EVERY = 100;
    /// Others that are first, one after another.
    private static final int ATTEMPTS_MAX = 1_000;

    private final LandingLog log;
    private final Reader reader;
    private final InstantSource clock;
    private long head;
    private long executed;
    private boolean moved;
    /// Entries that were read behind the last note.
    private int behind;
    /// Of the entries that were read, by their change and part.
    private final Map<String, Long> versions = new HashMap<>();
    /// The objects that are announced to go and may still be there.
    private final Map<ObjectKey, LakeObject> going = new HashMap<>();
    /// The removals that are not known to be carried out.
    private final NavigableMap<Long, LakeChange> removals = new TreeMap<>();
    private final Map<Long, Instant> told = new HashMap<>();
    private OptionalLong read = OptionalLong.empty();
    /// When the head was the last entry.
    private Instant looked;

    LakeTail(LandingLog log, long executed, Reader reader, InstantSource clock) {
        this.log = log;
        this.executed = executed;
        this.reader = reader;
        this.clock = clock;
        this.looked = clock.instant();
    }

    /// Goes on to an entry.
    void pass(long version, boolean readIt) {
        if (readIt) {
            log.find(version).ifPresent(this::take);
            behind += version > executed ? 1 : 0;
        }
        head = Math.max(head, version);
    }

    private void take(Landing landing) {
        head = Math.max(head, landing.version());
        landing.change().ifPresent(change -> {
            versions.putIfAbsent(change.name(), landing.version());
            if (!change.reason().replaces() && landing.version() > executed) {
                removals.put(landing.version(), change);
                told.put(landing.version(), Instant.ofEpochMilli(landing.landed().at()));
                change.gone().forEach(object -> going.put(object.key(), object));
            }
        });
    }

    /// Tells of a part of a replacement, unless it was told. What was made and is announced to go is left out.
    ///
    /// @return the version that it is told with
    long replace(LakeChange change) {
        return append(() -> Optional.ofNullable(versions.get(change.name())).isPresent()
                ? Optional.empty()
                : Optional.of(change.withoutMade(made -> made.equals(going.get(made.key())))))
                .orElseGet(() -> versions.getOrDefault(change.name(), head));
    }

    /// Tells that objects go, those of which that was not told: a PUT, where there are any.
    ///
    /// @param heads read after the objects were listed
    /// @param due   at most a thousand, of a listing that was made after this was read
    /// @return the version of the entry; empty where all were told
    /// @throws StoreException as well when a thousand others were first
    public OptionalLong remove(Reason reason, Map<String, Long> heads, List<LakeObject> due) {
        return append(() -> {
            List<LakeObject> untold = due.stream().filter(each -> !each.equals(going.get(each.key()))).toList();
            return untold.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new LakeChange(id(reason, untold), reason, 1, 1, heads, untold, List.of()));
        }).map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    private static String id(Reason reason, List<LakeObject> objects) {
        MessageDigest digest = Digests.sha256();
        objects.forEach(each -> digest.update((each + "\n").getBytes(StandardCharsets.UTF_8)));
        return reason.name().toLowerCase(Locale.ROOT) + "/" + HexFormat.of().formatHex(digest.digest(), 0, 16);
    }

    /// Puts what `next` makes of what is known, as the next entry; where somebody else was first, goes on behind that.
    private Optional<Long> append(Supplier<Optional<LakeChange>> next) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<LakeChange> change = next.get();
            if (change.isEmpty()) {
                return Optional.empty();
            }
            Landing landing = new Landing(head + 1, change.get(), new Landed(clock.millis(), head, List.of()));
            Landing there = log.append(landing);
            Instant now = clock.instant();
            if (isFresh(now) || log.after(landing.version()).findAny().isEmpty()) {
                looked = now;
                take(there);
                if (there.equals(landing)) {
                    return Optional.of(landing.version());
                }
            }
            head = landing.version();
            log.after(head).toList().forEach(version -> pass(version, true));
            looked = now;
        }
        throw new StoreException(StoreException.Kind.UNAVAILABLE,
                "other jobs told of " + ATTEMPTS_MAX + " changes to " + log.buffer() + " meanwhile; run it again");
    }

    /// Tests whether none that came behind the head can have been swept. A job that was suspended for days would put
    /// its entry in the place of one that was, behind which its reader has long been.
    private boolean isFresh(Instant now) {
        return now.isBefore(looked.plus(reader.grace().dividedBy(2)));
    }

    /// The removals that are not known to be carried out and may be, by their versions.
    public NavigableMap<Long, LakeChange> due() {
        NavigableMap<Long, LakeChange> due = new TreeMap<>(removals);
        due.keySet().removeIf(version -> !mayGo(version));
        return due;
    }

    /// Tests whether what an entry that was read or put tells to go may be deleted: nobody waits for who is to be
    /// erased.
    public boolean mayGo(long version) {
        LakeChange change = removals.get(version);
        return change == null || change.reason() == Reason.ERASURE || reader.cursor().isEmpty() || isRead(version)
                || !clock.instant().isBefore(told.getOrDefault(version, Instant.MAX).plus(reader.grace()));
    }

    /// Tests whether the declared reader has done with an entry. Asked for once.
    public boolean isRead(long version) {
        if (read.isEmpty()) {
            read = reader.cursor().map(cursor -> OptionalLong.of(cursor.getAsLong()))
                    .orElseGet(() -> OptionalLong.of(Long.MAX_VALUE));
        }
        return read.getAsLong() >= version;
    }

    /// To be told that nothing is left of what an entry tells to go.
    public void executed(long version) {
        moved |= removals.remove(version) != null;
    }

    /// The version up to which all removals are carried out; empty where it is not worth a note: none was by who asks,
    /// and little is read again.
    OptionalLong executed() {
        long version = removals.isEmpty() ? head : removals.firstKey() - 1;
        return version > executed && (moved || behind > NOTED_EVERY)
                ? OptionalLong.of(version)
                : OptionalLong.empty();
    }
}
