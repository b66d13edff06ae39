package io.sluice.local.serve.power;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.sluice.api.ApiException;
import io.sluice.local.serve.journal.CallKey;
import io.sluice.local.serve.journal.PutReceipt;
import io.sluice.local.serve.streams.LiveStream;
import io.sluice.local.serve.streams.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/// Up to four clients, who put records at once and come again with a call whose answer they did not get.
final class Clients {
    private static final long LOOK_NANOS = 20_000;
    private static final int CLIENTS_MAX = 4;
    private static final int SECTOR_BYTES = 512;
    private static final int PAGE_BYTES = 4_096;
    private static final int RECORD_BYTES_MAX = 1_000 << 10;

    private final Random random;
    private final Disk disk;
    private final Ledger ledger;
    private final ConcurrentSkipListMap<Integer, Call> unanswered = new ConcurrentSkipListMap<>();
    private final ConcurrentLinkedQueue<RuntimeException> failed = new ConcurrentLinkedQueue<>();
    private int calls;

    /// A call as a client names it at each attempt.
    private record Call(int number, String stream, String bucket, List<String> texts) {}

    Clients(Random random, Disk disk, Ledger ledger) {
        this.random = random;
        this.disk = disk;
        this.ledger = ledger;
    }

    /// A call of each of some clients. The first one waits for the disk while the others come; so they share the next
    /// wait.
    void round(Streams streams, String stream) {
        List<Thread> threads = new ArrayList<>();
        int count = 1 + random.nextInt(CLIENTS_MAX);
        for (int i = 0; i < count; i++) {
            Call call = next(stream);
            threads.add(Thread.ofPlatform().name("client-" + i).unstarted(() -> put(streams, call)));
        }
        List<Thread> others = threads.subList(1, count);
        disk.atNextForce(() -> others.forEach(Clients::begin));
        threads.getFirst().start();
        join(threads.getFirst());
        disk.atNextForce(() -> {});
        others.stream().filter(each -> each.getState() == Thread.State.NEW).forEach(Clients::begin);
        others.forEach(Clients::join);
        failed.forEach(failure -> {
            throw failure;
        });
    }

    /// Returns when it waits or has ended.
    private static void begin(Thread client) {
        client.start();
        while (client.getState() != Thread.State.WAITING && client.isAlive()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static void join(Thread client) {
        try {
            client.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Comes again with half of the calls whose answers never came.
    void repeatAll(Streams streams) {
        for (Call call : List.copyOf(unanswered.values())) {
            if (random.nextBoolean()) {
                put(streams, call);
            }
        }
        failed.forEach(failure -> {
            throw failure;
        });
    }

    private Call next(String stream) {
        if (random.nextInt(3) == 0) {
            for (Call call : unanswered.values()) {
                if (call.stream.equals(stream)) {
                    unanswered.remove(call.number);
                    return call;
                }
            }
        }
        calls++;
        String bucket = ledger.bucketOf(stream);
        List<String> texts = new ArrayList<>();
        int size = random.nextInt(3) == 0 ? 1 + random.nextInt(random.nextInt(20) == 0 ? 500 : 6) : 1;
        for (int i = 0; i < size; i++) {
            String text = bucket + "/" + calls + "/" + i + "/";
            texts.add(text + "x".repeat(Math.max(length(size) - text.length(), 0)));
        }
        texts.forEach(text -> ledger.sent(stream, text));
        return new Call(calls, stream, bucket, texts);
    }

    private int length(int records) {
        if (records == 1 && random.nextInt(300) == 0) {
            return RECORD_BYTES_MAX - random.nextInt(2);
        }
        return switch (random.nextInt(records < 10 ? 10 : 30)) {
            case 0 -> PAGE_BYTES - 60 + random.nextInt(70);
            case 1, 2 -> SECTOR_BYTES - 60 + random.nextInt(70);
            case 3 -> random.nextInt(2_000);
            default -> random.nextInt(90);
        };
    }

    private void put(Streams streams, Call call) {
        try {
            LiveStream stream = streams.require(call.stream);
            if (!call.bucket.equals(ledger.bucketOf(call.stream))) {
                // Another stream has the name now.
                return;
            }
            List<byte[]> data = call.texts.stream().map(text -> text.getBytes(ISO_8859_1)).toList();
            int[] all = IntStream.range(0, data.size()).toArray();
            tell(stream, call, stream.put(CallKey.of("call-" + call.number, new byte[]{1}), data.size(), all, data));
            if (call.number % 5 == 0) {
                // Its answer is lost on the way.
                unanswered.put(call.number, call);
            }
        } catch (Ledger.Violation e) {
            failed.add(e);
        } catch (ApiException e) {
            if (disk.isCut()) {
                unanswered.put(call.number, call);
            } else if (e.type().equals("ServiceUnavailableException")) {
                refuse(call);
            }
        } catch (RuntimeException e) {
            unanswered.put(call.number, call);
            if (!disk.isCut()) {
                failed.add(e);
            }
        }
    }

    private void refuse(Call call) {
        try {
            call.texts.forEach(ledger::refused);
        } catch (Ledger.Violation e) {
            failed.add(e);
        }
    }

    private void tell(LiveStream stream, Call call, PutReceipt receipt) {
        int[] taken = receipt.taken();
        for (int i = 0; i < taken.length; i++) {
            ledger.acknowledged(call.texts.get(taken[i]), stream.recordId(receipt, i));
        }
        for (int i = 0; i < call.texts.size(); i++) {
            if (Arrays.binarySearch(taken, i) < 0) {
                ledger.refused(call.texts.get(i));
            }
        }
    }
}
