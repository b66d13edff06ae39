package io.sluice.simulation;

import io.sluice.index.EntryPage;
import io.sluice.index.IndexEntry;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// One actor's way to the stores: waits for its turn before each request, and lets happen to the request what the world
/// has chosen.
public final class Wire {
    private final World world;
    private final Actor actor;
    private final RequestWatch watch;

    public Wire(World world, Actor actor) {
        this.world = world;
        this.actor = actor;
        this.watch = new RequestWatch(world, actor);
    }

    /// Sees each time that a request was carried out and did not fail.
    @FunctionalInterface
    interface Applied<T> {
        /// @param fault what befell the request: of one that is sent twice both copies are told; of one with a stray
        ///        copy, the request itself has none
        void answered(Fault fault, T answer);
    }

    /// Sees what becomes of this actor's requests.
    RequestWatch watch() {
        return watch;
    }

    /// A request that changes nothing.
    public <T> T read(Supplier<String> what, Supplier<T> request) {
        return read(what, request, (_, _) -> {});
    }

    /// The same, seen by `applied`.
    <T> T read(Supplier<String> what, Supplier<T> request, Applied<T> applied) {
        actor.pause();
        return carry(world.faults().ofRead(), what, request, applied);
    }

    /// A request for a part of an object, which may be damaged on its way.
    public byte[] readRange(Supplier<String> what, Supplier<byte[]> request) {
        actor.pause();
        Fault fault = world.faults().ofRange();
        if (fault != Fault.FLIPPED && fault != Fault.CUT_SHORT) {
            return carry(fault, what, request);
        }
        byte[] bytes = carry(Fault.NONE, what, request);
        world.trace().add(actor, () -> fault + " befalls " + what.get());
        if (fault == Fault.CUT_SHORT) {
            throw failure(StoreException.Kind.MISSING, what);
        }
        bytes[world.choices().below(bytes.length)] ^= (byte) (1 << world.choices().below(Byte.SIZE));
        return bytes;
    }

    /// A request for a whole object, which may be damaged on its way, or end early without anybody noticing.
    public byte[] readWhole(ObjectKey key, Supplier<byte[]> request) {
        actor.pause();
        Supplier<String> what = () -> "GET " + key;
        Fault fault = world.faults().ofRange();
        if (fault != Fault.FLIPPED && fault != Fault.CUT_SHORT) {
            return carry(fault, what, request);
        }
        byte[] bytes = carry(Fault.NONE, what, request);
        world.trace().add(actor, () -> fault + " befalls " + what.get());
        world.resting().serveDamaged(key);
        if (bytes.length == 0) {
            return bytes;
        }
        int at = world.choices().below(bytes.length);
        if (fault == Fault.CUT_SHORT) {
            return Arrays.copyOf(bytes, at);
        }
        bytes[at] ^= (byte) (1 << world.choices().below(Byte.SIZE));
        return bytes;
    }

    /// A request that changes something.
    public <T> T write(Supplier<String> what, Supplier<T> request) {
        return write(what, request, (_, _) -> {});
    }

    /// The same, seen by `applied`.
    <T> T write(Supplier<String> what, Supplier<T> request, Applied<T> applied) {
        actor.pause();
        return carry(world.faults().ofWrite(), what, request, applied);
    }

    /// A request that changes something, of which no copy arrives when nobody waits for it any more.
    public <T> T writeInTime(Supplier<String> what, Supplier<T> request) {
        actor.pause();
        Fault fault = world.faults().ofWrite();
        return carry(switch (fault) {
            case LATE -> Fault.LOST_REQUEST;
            case STRAY_COPY -> Fault.NONE;
            default -> fault;
        }, what, request);
    }

    /// A batch of deletes, which the store takes in two parts.
    ///
    /// @return what was left undone
    public <K> List<K> delete(Supplier<String> what, List<K> keys, Consumer<List<K>> request) {
        int half = (keys.size() + 1) / 2;
        List<List<K>> parts = keys.size() < 2
                ? List.of(keys)
                : List.of(keys.subList(0, half), keys.subList(half, keys.size()));
        List<K> undone = new ArrayList<>();
        for (List<K> part : parts) {
            actor.pause();
            Supplier<String> whatPart = () -> what.get() + " " + part;
            Fault fault = world.faults().ofDelete();
            if (fault == Fault.LEFT_UNDONE) {
                world.trace().add(actor, () -> fault + " befalls " + whatPart.get());
                undone.addAll(part);
                continue;
            }
            carry(fault, whatPart, () -> {
                request.accept(new ArrayList<>(part));
                return "done";
            });
        }
        return undone;
    }

    private <T> T carry(Fault fault, Supplier<String> what, Supplier<T> request) {
        return carry(fault, what, request, (_, _) -> {});
    }

    private <T> T carry(Fault fault, Supplier<String> what, Supplier<T> request, Applied<T> applied) {
        world.clock().pass(Duration.ofMillis(world.choices().between(1, 40)));
        if (fault != Fault.NONE) {
            world.trace().add(actor, () -> fault + " befalls " + what.get());
        }
        return switch (fault) {
            case NONE -> answer(what, seen(request, Fault.NONE, applied));
            case CRASH_BEFORE -> {
                watch.dies();
                throw new Crash();
            }
            case CRASH_AFTER -> {
                answer(what, seen(request, fault, applied));
                watch.dies();
                throw new Crash();
            }
            case STALL -> {
                watch.stalls();
                actor.stallUntil(world.clock().millis() + world.choices().between(10, 600) * 1_000L);
                actor.pause();
                yield answer(what, seen(request, Fault.NONE, applied));
            }
            case UNAVAILABLE -> throw failure(StoreException.Kind.UNAVAILABLE, what);
            case LOST_REQUEST -> throw failure(StoreException.Kind.UNKNOWN, what);
            case LOST_ANSWER -> {
                answer(what, seen(request, fault, applied));
                throw failure(StoreException.Kind.UNKNOWN, what);
            }
            case LATE -> {
                world.sendLate(actor + "'s late", what, seen(request, fault, applied));
                throw failure(StoreException.Kind.UNKNOWN, what);
            }
            case SENT_TWICE -> {
                answer(what, seen(request, fault, applied));
                actor.pause();
                yield answer(what, seen(request, fault, applied));
            }
            case STRAY_COPY -> {
                T answer = answer(what, seen(request, Fault.NONE, applied));
                world.sendLate(actor + "'s stray", what, seen(request, fault, applied));
                yield answer;
            }
            case LEFT_UNDONE -> throw new IllegalArgumentException("only deletes are left undone");
            case FLIPPED, CUT_SHORT -> throw new IllegalArgumentException("only what is read is damaged");
        };
    }

    private static <T> Supplier<T> seen(Supplier<T> request, Fault fault, Applied<T> applied) {
        return () -> {
            T answer = request.get();
            applied.answered(fault, answer);
            return answer;
        };
    }

    private <T> T answer(Supplier<String> what, Supplier<T> request) {
        try {
            T answer = request.get();
            world.trace().add(actor, () -> what.get() + " → " + shortly(answer));
            return answer;
        } catch (StoreException e) {
            world.trace().add(actor, () -> what.get() + " → " + e.kind());
            throw e;
        } catch (Violation e) {
            world.trace().add(actor, () -> what.get() + " → VIOLATION");
            throw e;
        }
    }

    private static String shortly(Object answer) {
        return switch (answer) {
            case byte[] bytes -> bytes.length + " bytes";
            case EntryPage page -> page.entries().stream().map(IndexEntry::segment).toList()
                    + (page.after().isPresent() ? " and more" : "");
            default -> answer.toString();
        };
    }

    private static StoreException failure(StoreException.Kind kind, Supplier<String> what) {
        return new StoreException(kind, what.get() + " failed");
    }
}
