package io.sluice.simulation;

import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.position.RecordName;
import io.sluice.segment.StagedSegment;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.requests.PassingIndex;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// A table that forgets receipts after they expired, as DynamoDB does: at once, days later, or not at all.
final class ExpiringReceipts extends PassingIndex {
    private final VirtualClock clock;
    private final Map<RecordName, Instant> expires;
    private final Set<RecordName> forgotten;
    private final Reached reached;

    /// @param table keeps what is forgotten here; nobody sees it
    ExpiringReceipts(MemoryIndex table, VirtualClock clock, Reached reached) {
        this(table, clock, new TreeMap<>(), new HashSet<>(), reached);
    }

    private ExpiringReceipts(MemoryIndex table, VirtualClock clock, Map<RecordName, Instant> expires,
            Set<RecordName> forgotten, Reached reached) {
        super(table);
        this.reached = reached;
        this.clock = clock;
        this.expires = expires;
        this.forgotten = forgotten;
    }

    /// Of another buffer of the same stream, which has the same receipts.
    ExpiringReceipts another(MemoryIndex table) {
        return new ExpiringReceipts(table, clock, expires, forgotten, reached);
    }

    /// Forgets some of the receipts that expired, or all of them.
    void forget(Choices choices) {
        int oneIn = choices.between(1, 2);
        expires.forEach((name, until) -> {
            if (!until.isAfter(clock.instant()) && choices.oneIn(oneIn)) {
                forgotten.add(name);
            }
        });
        expires.keySet().removeAll(forgotten);
    }

    @Override
    public Claim put(IndexEntry entry, Receipts receipts) {
        if (receipts.names().stream().noneMatch(forgotten::contains)) {
            Claim claim = super.put(entry, receipts);
            if (claim == Claim.CLAIMED) {
                keep(receipts);
            }
            return claim;
        }
        if (!receipts(receipts.names()).isEmpty()) {
            return Claim.CONFLICT;
        }
        super.put(entry);
        put(receipts);
        reached.note(RareState.CLAIM_AFTER_RECEIPT_EXPIRED);
        return Claim.CLAIMED;
    }

    @Override
    public void put(Receipts receipts) {
        super.put(receipts);
        keep(receipts);
    }

    private void keep(Receipts receipts) {
        receipts.names().forEach(name -> expires.put(name, receipts.expires()));
        forgotten.removeAll(receipts.names());
    }

    @Override
    public Map<RecordName, StagedSegment> receipts(Collection<RecordName> names) {
        return super.receipts(names.stream().filter(name -> !forgotten.contains(name)).toList());
    }
}
