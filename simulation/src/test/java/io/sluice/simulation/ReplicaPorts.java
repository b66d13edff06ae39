package io.sluice.simulation;

import io.sluice.index.BufferIndex;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import java.time.Duration;
import java.util.function.Supplier;

/// The stores as one attempt at a group reaches them. No function's time bounds it: its replica may stand still for
/// hours, once, behind the segment or before it sees that a transaction's outcome is unknown.
final class ReplicaPorts {
    /// DynamoDB refuses a request that was signed longer ago. Source: IAM User Guide, "Elements of an AWS API request
    /// signature": within five minutes of the time stamp.
    static final Duration SIGNED_FOR = Duration.ofMinutes(5);

    private static final int SUSPENDED_ONE_IN = 6;

    private final World world;
    private final Actor self;
    private final Suspension suspension;
    private boolean isOver;

    /// Where the replica is suspended.
    private enum Suspension {
        NEVER, BEHIND_THE_SEGMENT, IN_THE_TRANSACTION
    }

    private ReplicaPorts(World world, Actor self, Suspension suspension) {
        this.world = world;
        this.self = self;
        this.suspension = suspension;
    }

    /// As [World#ports].
    interface Stores {
        Mistake.Ports by(String buffer);
    }

    static Stores draw(World world, Actor self) {
        Choices choices = world.choices();
        Suspension suspension = !choices.oneIn(SUSPENDED_ONE_IN)
                ? Suspension.NEVER
                : choices.oneIn(2) ? Suspension.BEHIND_THE_SEGMENT : Suspension.IN_THE_TRANSACTION;
        return new ReplicaPorts(world, self, suspension)::ports;
    }

    private Mistake.Ports ports(String buffer) {
        Mistake.Ports ports = world.ports(self, buffer);
        return new Mistake.Ports(new PassingObjectStore(ports.staging()) {
            @Override
            public void put(ObjectKey key, Body body) {
                super.put(key, body);
                if (suspension == Suspension.BEHIND_THE_SEGMENT && !isOver && world.faults().take()) {
                    suspend();
                }
            }
        }, ports.data(), new PassingIndex(ports.index()) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                return transaction(() -> signed(buffer).put(entry, receipts));
            }

            @Override
            public void put(IndexEntry entry) {
                transaction(() -> {
                    signed(buffer).put(entry);
                    return "done";
                });
            }
        }, ports.answered());
    }

    /// Whoever stands still in a request finds that its time is over, whatever became of it.
    private <T> T transaction(Supplier<T> request) {
        if (suspension != Suspension.IN_THE_TRANSACTION || isOver || !world.faults().take()) {
            return request.get();
        }
        if (world.choices().oneIn(2)) {
            T unseen = request.get();
            world.trace().add(self, () -> "never sees " + unseen);
            world.reached().note(RareState.REPLICA_SUSPENDED_IN_WON_CLAIM, unseen == BufferIndex.Claim.CLAIMED);
        }
        suspend();
        throw new StoreException(StoreException.Kind.UNKNOWN, "no answer came in time");
    }

    private BufferIndex signed(String buffer) {
        long valid = world.clock().millis() + SIGNED_FOR.toMillis();
        return new WiredIndex(new Wire(world, self), new PassingIndex(world.watchedIndex(buffer)) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                requireValid(valid);
                return super.put(entry, receipts);
            }

            @Override
            public void put(IndexEntry entry) {
                requireValid(valid);
                super.put(entry);
            }
        }, buffer);
    }

    private void requireValid(long until) {
        if (world.clock().millis() > until) {
            world.reached().note(RareState.CLAIM_SIGNED_TOO_LONG_AGO);
            throw new StoreException(StoreException.Kind.REFUSED, "the request was signed too long ago");
        }
    }

    private void suspend() {
        isOver = true;
        Choices choices = world.choices();
        Duration time = choices.oneIn(2)
                ? Duration.ofMinutes(choices.between(1, 20))
                : Duration.ofHours(choices.between(1, 8));
        world.trace().add(self, () -> "is suspended for " + time);
        self.stallUntil(world.clock().millis() + time.toMillis());
        self.pause();
    }
}
