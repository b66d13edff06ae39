package io.sluice.repartition;

import io.sluice.layout.DayOfKey;
import io.sluice.objects.ObjectStore;
import io.sluice.source.SourceObject;
import io.sluice.view.DayLedger;
import io.sluice.view.DayState;
import io.sluice.view.StagingKeys;
import io.sluice.view.Watermark;
import io.sluice.view.WatermarkLog;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// The progress of source objects into the stream's layout, as of when it was made. Safe for concurrent use.
public final class SourceMoves {
    private final Optional<Watermark> watermark;
    private final StagingKeys keys;
    private final DayLedger ledger;
    private final Map<LocalDate, Set<String>> planned = new ConcurrentHashMap<>();

    private SourceMoves(Optional<Watermark> watermark, StagingKeys keys, ObjectStore staging) {
        this.watermark = watermark;
        this.keys = keys;
        this.ledger = new DayLedger(staging);
    }

    /// Reads which days of `stream` are moved.
    ///
    /// @throws io.sluice.objects.StoreException when a request failed
    public static SourceMoves of(String stream, ObjectStore staging) {
        StagingKeys keys = new StagingKeys(stream);
        return new SourceMoves(WatermarkLog.latest(keys, staging), keys, staging);
    }

    /// The place that an object's records are read from.
    public enum Stage {
        /// From the object, and nobody is about to move them.
        FREE,
        /// From the object, and a repartition has begun with this version of it.
        UNDER_WAY,
        /// From the stream's own layout; the object stays until the repartition removes it.
        MOVED
    }

    /// The stage of an object.
    ///
    /// @throws io.sluice.objects.StoreException when a request failed
    public Stage of(SourceObject object) {
        Optional<LocalDate> day = watermark.filter(known -> object.key().value().startsWith(known.from()))
                .flatMap(_ -> DayOfKey.of(object.key().value()));
        if (day.isEmpty() || !planned(day.get()).contains(object.key().value())) {
            return Stage.FREE;
        }
        Optional<IngestVerdict> receipt = ledger.find(keys.receipt(day.get(), object.key()),
                IngestVerdict::decode);
        if (receipt.map(IngestVerdict::verdict).filter(IngestVerdict.Verdict.LeftOut.class::isInstance).isPresent()) {
            return Stage.FREE;
        }
        Optional<DayState> moved = watermark.flatMap(known -> known.of(day.get()));
        if (moved.isEmpty()) {
            return Stage.UNDER_WAY;
        }
        return moved.get().reads(object.key().value()) ? Stage.FREE : Stage.MOVED;
    }

    private Set<String> planned(LocalDate day) {
        return planned.computeIfAbsent(day, of -> ledger.find(keys.plan(of), DayPlan::decode).stream()
                .flatMap(plan -> plan.objects().stream()).map(object -> object.key().value())
                .collect(Collectors.toUnmodifiableSet()));
    }
}
