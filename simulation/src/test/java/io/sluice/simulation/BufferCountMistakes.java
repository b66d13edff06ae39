package io.sluice.simulation;

import io.sluice.buffers.BufferCount;
import io.sluice.buffers.BufferCountArchive;
import io.sluice.buffers.BufferCountHistory;
import io.sluice.buffers.BufferCountLog;
import io.sluice.buffers.BufferNumber;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.requests.PassingObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Mistakes about which buffer a batch is of, and which there are.
final class BufferCountMistakes {
    private BufferCountMistakes() {}

    /// A batch goes to a buffer of those that there are now, whenever it arrived.
    static Mistake goByTheBuffersOfNow() {
        return new OfBuffers() {
            @Override
            public BufferCount plantCount(BufferCount count, BufferCountLog log) {
                return _ -> log.bufferCounts().map(BufferCountHistory::last).orElse(1);
            }
        };
    }

    /// An environment goes by what it read first, for good.
    static Mistake neverReadTheBuffersAgain() {
        return new OfBuffers() {
            @Override
            public BufferCount plantCount(BufferCount count, BufferCountLog log) {
                int[] first = new int[1];
                return arrival -> {
                    first[0] = first[0] == 0 ? count.at(arrival) : first[0];
                    return first[0];
                };
            }
        };
    }

    /// A change is in force for what is decided.
    static Mistake changeWhatIsDecided() {
        return new OfBuffers() {
            @Override
            public BufferCountLog plantBuffers(BufferCountLog log) {
                return new BufferCountLog() {
                    @Override
                    public Optional<BufferCountHistory> bufferCounts() {
                        return log.bufferCounts();
                    }

                    @Override
                    public boolean moveBufferCounts(Optional<BufferCountHistory> expected, BufferCountHistory next) {
                        return log.moveBufferCounts(expected,
                                expected.map(before -> atOnce(before, next)).orElse(next));
                    }
                };
            }
        };
    }

    private static BufferCountHistory atOnce(BufferCountHistory before, BufferCountHistory next) {
        int count = next.changes().size();
        long since = next.until() - 9 * 60_000;
        if (count == before.changes().size() || since <= before.changes().getLast().since()) {
            return next;
        }
        List<BufferCountHistory.Change> changes = new ArrayList<>(before.changes());
        changes.add(new BufferCountHistory.Change(since, next.last()));
        return new BufferCountHistory(changes, next.until(), false);
    }

    /// A buffer that is not one of those that there are now is not flushed.
    static Mistake flushTheBuffersOfNow() {
        return new OfBuffers() {
            @Override
            public List<BufferNumber> plantFlush(List<BufferNumber> buffers, BufferCountLog now) {
                int last = now.bufferCounts().map(BufferCountHistory::last).orElse(1);
                return buffers.stream().filter(number -> number.value() < last).toList();
            }
        };
    }

    /// The first buffer is recovered, and no other.
    static Mistake recoverTheFirstBuffer() {
        return new OfBuffers() {
            @Override
            public BufferNumber plantRecovered(BufferNumber number) {
                return BufferNumber.FIRST;
            }
        };
    }

    /// The changes are in the table alone.
    static Mistake keepNoChanges() {
        return new Mistake() {
            @Override
            public Ports plant(Ports ports, World world) {
                return ports.withStaging(new PassingObjectStore(ports.staging()) {
                    @Override
                    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                        return key.value().startsWith(BufferCountArchive.prefix(World.STREAM))
                                ? Created.CREATED
                                : super.create(key, body, attributes);
                    }
                });
            }
        };
    }

    private abstract static class OfBuffers implements Mistake {
        @Override
        public Ports plant(Ports ports, World world) {
            return ports;
        }
    }
}
