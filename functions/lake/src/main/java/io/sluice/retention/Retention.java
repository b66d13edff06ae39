package io.sluice.retention;

import io.sluice.flush.OpenDeliveries;
import io.sluice.layout.Layout;
import io.sluice.manifest.Planner;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectTree;
import io.sluice.view.Announcements;
import io.sluice.work.Deadline;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A stream's retention: its rules, and the daily removal of what is older. Safe for concurrent use; runs may overlap.
public final class Retention {
    private final RetentionSettings settings;
    private final RetentionRules rules;
    private final ObjectTree data;
    private final OpenDeliveries deliveries;
    private final InstantSource clock;
    private final Optional<Announcements> announcements;

    /// Of a stream without a landing log.
    public Retention(RetentionSettings settings, RetentionRules rules, ObjectTree data, OpenDeliveries deliveries,
            InstantSource clock) {
        this(settings, rules, data, deliveries, clock, Optional.empty());
    }

    /// @param announcements where it is told what goes, before it does
    public Retention(RetentionSettings settings, RetentionRules rules, ObjectTree data, OpenDeliveries deliveries,
            InstantSource clock, Optional<Announcements> announcements) {
        this.announcements = announcements;
        this.settings = settings;
        this.rules = rules;
        this.data = data;
        this.deliveries = deliveries;
        this.clock = clock;
    }

    /// The default and the rules of retention now.
    ///
    /// @param days  the stream's default; empty: what has no rule stays
    /// @param rules ordered by key and value
    public record Shown(Optional<Integer> days, List<RetentionRule> rules) {
        public Shown {
            rules = List.copyOf(rules);
        }
    }

    /// Keeps a rule, from the next run on.
    ///
    /// @throws RetentionException when no object can be of the rule's key value
    public void set(RetentionRule rule) {
        settings.requireUsable(rule.of());
        rules.set(rule);
    }

    /// Forgets the rule of a key value, whatever the prefix is now.
    ///
    /// @throws RetentionException when there is none
    public void remove(KeyValue of) {
        if (!rules.remove(of)) {
            throw new RetentionException("there is no rule for " + of + "; show lists those that there are");
        }
    }

    public Shown show() {
        return new Shown(settings.days(), rules.all());
    }

    /// Removes what is older than its rule.
    ///
    /// A rule that the prefix no longer has a key for removes nothing and is a problem of the report.
    ///
    /// @param now what ages are measured at
    /// @throws RetentionException               when the prefix cannot be read back
    /// @throws io.sluice.objects.StoreException when rules, manifest or a listing cannot be read; what was removed by
    ///     then was due
    public RemovalReport run(RemovalMode mode, Instant now, Deadline deadline) {
        List<Layout> layouts = settings.layouts();
        List<String> problems = new ArrayList<>();
        List<RetentionRule> usable = rules.all().stream().filter(rule -> isUsable(rule, problems)).toList();
        Judge judge = Judge.byAge(Cutoffs.of(settings.days(), usable, now), inFlight());
        return new Removal(data, layouts, judge, mode, problems, announced(mode), settings.success()).run(deadline);
    }

    private Optional<AnnouncedRemoval> announced(RemovalMode mode) {
        return announcements.filter(_ -> mode == RemovalMode.REMOVE)
                .map(each -> new AnnouncedRemoval(each, Reason.RETENTION));
    }

    private boolean isUsable(RetentionRule rule, List<String> problems) {
        try {
            settings.requireUsable(rule.of());
            return true;
        } catch (RetentionException e) {
            problems.add("the rule for " + rule.of() + " removed nothing: " + e.getMessage());
            return false;
        }
    }

    /// Read before any listing: an object that a listing shows was either decided before, and its delivery is open or
    /// over, or it is younger than the reading. Where no flush run ever committed, whatever is there is nobody's to
    /// write, until one does.
    private InFlight inFlight() {
        Instant before = clock.instant().minus(Planner.WRITERS_OUTLIVED);
        Optional<Set<ObjectKey>> open = deliveries.read();
        return open.map(keys -> InFlight.of(keys, before))
                .orElseGet(() -> new InFlight(Set.of(), Instant.MAX, () -> deliveries.read().isPresent()));
    }
}
