package io.sluice.simulation;

import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.segment.SegmentId;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Mistakes in how records are known one by one.
final class ReceiptMistakes {
    private ReceiptMistakes() {}

    /// The entry is written whoever has receipts for its records.
    static Mistake.Ports claimOverReceipts(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                Claim claim = super.put(entry, receipts);
                if (claim == Claim.CONFLICT) {
                    super.put(entry);
                }
                return claim;
            }
        });
    }

    /// The receipts are written first, and the entry after them.
    static Mistake.Ports writeReceiptsFirst(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                if (!super.receipts(receipts.names()).isEmpty()) {
                    return Claim.CONFLICT;
                }
                super.put(receipts);
                super.put(entry);
                return Claim.CLAIMED;
            }
        });
    }

    /// The entry is written first, and the receipts after it.
    static Mistake.Ports writeReceiptsLast(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                if (!super.receipts(receipts.names()).isEmpty()) {
                    return Claim.CONFLICT;
                }
                super.put(entry);
                super.put(receipts);
                return Claim.CLAIMED;
            }
        });
    }

    /// One record that has a receipt is taken for all of them.
    static Mistake.Ports takeOneForAll(Mistake.Ports ports) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                super.put(entry, receipts);
                return Claim.CLAIMED;
            }
        });
    }

    /// Nobody leaves the word that a segment was accepted.
    static Mistake.Ports leaveNoWord(Mistake.Ports ports) {
        return ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public void put(ObjectKey key, Body body) {
                if (!SegmentId.isAcceptedKey(key)) {
                    super.put(key, body);
                }
            }
        });
    }

    /// The word is left before the entry is written.
    static Mistake.Ports leaveTheWordFirst(Mistake.Ports ports) {
        ObjectStore staging = ports.staging();
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                staging.put(entry.segment().acceptedKey(World.STREAM), Body.of(new byte[0]));
                return super.put(entry, receipts);
            }
        });
    }

    /// Every segment is taken for accepted.
    static Mistake recoverWithoutTheWord() {
        return ofRecovery(ports -> ports.withStaging(new PassingObjectStore(ports.staging()) {
            @Override
            public ObjectPage list(String prefix, String after) {
                ObjectPage page = super.list(prefix, after);
                if (!prefix.equals(SegmentId.prefix(World.STREAM))) {
                    return page;
                }
                List<ObjectInfo> objects = new ArrayList<>();
                page.objects().stream().filter(each -> !SegmentId.isAcceptedKey(each.key())).forEach(each -> {
                    SegmentId segment = SegmentId.parse(World.STREAM, each.key());
                    objects.add(new ObjectInfo(segment.acceptedKey(World.STREAM), 0, Instant.EPOCH, ""));
                    objects.add(each);
                });
                return new ObjectPage(objects, page.more());
            }
        }));
    }

    /// No receipts are made again.
    static Mistake recoverNoReceipts() {
        return ofRecovery(ports -> ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public void put(Receipts receipts) {
                // left out
            }
        }));
    }

    private static Mistake ofRecovery(UnaryOperator<Mistake.Ports> planted) {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports;
            }

            @Override
            public Ports plantRecovery(Ports ports, World world) {
                return planted.apply(ports);
            }
        };
    }
}
