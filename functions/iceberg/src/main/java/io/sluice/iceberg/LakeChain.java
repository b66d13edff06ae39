package io.sluice.iceberg;

import io.sluice.landing.LakeChange;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.objects.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/// The log of a stream's lake as a chain. A change that has several parts is one entry: that of the part which comes
/// last. Until then none of it is applied.
///
/// @param log    of the lake
/// @param buffer the log of a buffer
record LakeChain(LandingLog log, Function<String, LandingLog> buffer, TableFiles files) implements Chain {
    @Override
    public String name() {
        return log.buffer();
    }

    @Override
    public Optional<Instant> at(long version) {
        return log.at(version);
    }

    @Override
    public Stream<Step> after(long version) {
        Reading reading = new Reading(version);
        return log.stepsOfSameLog(version).flatMap(step -> switch (step) {
            case LandingLog.Step.Came(Landing landing) -> reading.step(landing).stream();
            // The entry behind it names the one before, too.
            case LandingLog.Step.Missing _ -> Stream.empty();
        });
    }

    /// What is known while the log is read. Not safe for concurrent use.
    private final class Reading {
        /// The parts of changes that are not whole yet, by number.
        private final Map<String, NavigableMap<Integer, LakeChange>> open = new HashMap<>();
        /// The last version that was read, and the last that gave an entry.
        private long read;
        private long given;

        Reading(long from) {
            this.read = from;
            this.given = from;
        }

        /// The entry of a change that is whole by now.
        Optional<Step> step(Landing landing) {
            LakeChange change = landing.change().orElseThrow(
                    () -> new IllegalArgumentException(name() + " has the landing of a buffer"));
            long before = landing.landed().previous() > read ? landing.landed().previous() : given;
            read = landing.version();
            NavigableMap<Integer, LakeChange> parts = open.computeIfAbsent(change.id(), _ -> new TreeMap<>());
            parts.put(change.part(), change);
            if (parts.size() < change.parts()) {
                lookBack(landing, change, parts);
            }
            if (parts.size() < change.parts()) {
                return Optional.empty();
            }
            open.remove(change.id());
            given = landing.version();
            return Optional.of(whole(landing.version(), before, parts));
        }

        /// A change whose first parts were told before the mark was moved behind them by another one's.
        private void lookBack(Landing landing, LakeChange change, NavigableMap<Integer, LakeChange> parts) {
            boolean told = change.part() == 1 || parts.size() == change.part();
            long version = landing.landed().previous();
            while (!told && version > 0) {
                Optional<Landing> earlier = log.find(version);
                earlier.flatMap(Landing::change).filter(each -> each.id().equals(change.id()))
                        .ifPresent(each -> parts.putIfAbsent(each.part(), each));
                told = earlier.isEmpty() || parts.size() == change.part();
                version = earlier.map(each -> each.landed().previous()).orElse(0L);
            }
        }
    }

    private Step whole(long version, long previous, NavigableMap<Integer, LakeChange> parts) {
        LakeChange first = parts.firstEntry().getValue();
        List<ObjectKey> gone = new ArrayList<>();
        List<DataObject> made = new ArrayList<>();
        parts.values().forEach(part -> {
            part.gone().forEach(object -> gone.add(object.key()));
            part.made().forEach(object -> files.find(object.key(), object.bytes()).ifPresent(made::add));
        });
        return first.reason().replaces()
                ? new Step.Replaced(version, previous, heads(first), gone, made)
                : new Step.Removed(version, previous, heads(first), gone);
    }

    /// By chain, the last entry with which something landed: with a head itself nothing may have, where a recovery
    /// chose so.
    private Map<String, Long> heads(LakeChange change) {
        Map<String, Long> heads = new HashMap<>();
        change.heads().forEach((name, head) -> heads.put(name, buffer.apply(name).find(head)
                .filter(landing -> landing.landed().objects().isEmpty())
                .map(landing -> landing.landed().previous()).orElse(head)));
        return heads;
    }
}
