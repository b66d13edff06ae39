package io.sluice.local.serve.power;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.ServerState;
import io.sluice.local.serve.journal.JournalLimits;
import io.sluice.local.serve.power.Ledger.Violation;
import io.sluice.local.serve.streams.Elsewhere;
import io.sluice.local.serve.streams.ServerOnDisk;
import io.sluice.testkit.requests.Requests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One folder of a server through several processes, each of which ends at a step of its own, in the middle of its
/// start too; clients that put records, and what they were told. All that happens follows from the seed.
final class World {
    /// The way in which processes end.
    enum End {
        /// All that was written is there.
        KILL,
        /// What was not waited for may be there.
        POWER_FAILURE
    }

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant BEGINNING = Instant.parse("2026-11-27T00:00:00Z");
    private static final List<String> NAMES = List.of("s0", "s1");
    private static final long LOOK_NANOS = 20_000;
    private static final int LIVES_MAX = 5;
    private static final int ACTIONS_MAX = 14;
    private static final Duration SETTLED_MAX = Duration.ofSeconds(20);

    private final Random random;
    private final End end;
    private final Mistake mistake;
    private final Disk disk;
    private final Ledger ledger = new Ledger();
    private final AtomicLong millis = new AtomicLong(BEGINNING.toEpochMilli());
    private final InstantSource time = () -> Instant.ofEpochMilli(millis.get());
    private final Clients clients;
    private final Elsewhere elsewhere;
    private final JournalLimits limits;
    private long ids;
    private int prefixes;
    private int ends;
    private @Nullable Runnable whileStaging;

    World(long seed, End end, Mistake mistake) {
        this.random = new Random(seed);
        this.end = end;
        this.mistake = mistake;
        this.disk = new Disk(random, mistake);
        this.clients = new Clients(random, disk, ledger);
        this.elsewhere = new Elsewhere(time, new ThroughDisk());
        int fileBytes = 2_000 << random.nextInt(4);
        this.limits = random.nextInt(40) == 0
                ? JournalLimits.ofBytes(16 << 20)
                : new JournalLimits(8L * fileBytes, fileBytes, 10_000, Duration.ofMinutes(10));
    }

    /// Lets it all happen.
    ///
    /// @return how many processes ended by the world's kind of end
    /// @throws Violation when clients were promised something else
    int run() throws Exception {
        int lives = 1 + random.nextInt(LIVES_MAX);
        for (int life = 0; life < lives; life++) {
            disk.begin(random.nextInt(List.of(15, 90, 300).get(random.nextInt(3))));
            live();
            disk.cut();
            if (end == End.KILL) {
                ends++;
            } else if (random.nextInt(8) != 0) {
                disk.fail();
                ends++;
            }
            mistake.atRest(disk);
            requireDrainedIsNoLie();
        }
        disk.begin(Long.MAX_VALUE);
        last();
        return ends;
    }

    /// A hash of all that happened.
    long story() {
        return disk.story();
    }

    private Path folder() {
        return new DiskFileSystem(disk).getPath("/out");
    }

    private UUID id() {
        return new UUID(7, ++ids);
    }

    private ServerOnDisk start() throws Exception {
        try {
            var server = new ServerOnDisk(folder(), elsewhere, time, limits, this::id, _ -> {});
            if (disk.isCut()) {
                // It ended in the middle of something that is tried again later.
                server.die();
                throw new PowerCut();
            }
            return server;
        } catch (IOException | RuntimeException e) {
            if (disk.isCut()) {
                throw new PowerCut();
            }
            throw new Violation("a start was refused: " + e.getMessage(), e);
        }
    }

    private void live() throws Exception {
        ServerOnDisk server;
        try {
            server = start();
        } catch (PowerCut e) {
            return;
        }
        try {
            observe(server);
            int actions = 1 + random.nextInt(ACTIONS_MAX);
            for (int i = 0; i < actions && !disk.isCut(); i++) {
                act(server);
            }
            if (!disk.isCut() && random.nextInt(4) == 0) {
                deliverAll(server);
                server.end();
            }
        } catch (Violation e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            if (!disk.isCut()) {
                throw e;
            }
        } finally {
            disk.cut();
            server.die();
        }
    }

    private void observe(ServerOnDisk server) {
        Map<String, JsonNode> described = new HashMap<>();
        for (String name : NAMES) {
            try {
                described.put(name, server.streams().describe(request(name)));
            } catch (io.sluice.api.ApiException e) {
                // There is none.
            }
        }
        ledger.requireStreams(described);
    }

    private void act(ServerOnDisk server) throws Exception {
        millis.addAndGet(random.nextInt(3_000));
        String name = NAMES.get(random.nextInt(4) == 0 ? 1 : 0);
        if (!ledger.has(name)) {
            create(server, name);
            return;
        }
        switch (random.nextInt(12)) {
            case 0, 1 -> deliver(server, name);
            case 2 -> {
                whileStaging = () -> clients.round(server.streams(), name);
                deliver(server, name);
            }
            case 3 -> change(server, name);
            case 4 -> {
                if (random.nextInt(3) == 0) {
                    delete(server, name);
                }
            }
            default -> clients.round(server.streams(), name);
        }
    }

    private static ObjectNode request(String name) {
        return JSON.createObjectNode().put("DeliveryStreamName", name);
    }

    private void create(ServerOnDisk server, String name) {
        String bucket = ledger.bucket();
        String prefix = "v" + ++prefixes + "/";
        ObjectNode request = request(name);
        ObjectNode destination = request.putObject("ExtendedS3DestinationConfiguration")
                .put("RoleARN", "arn:aws:iam::123456789012:role/r").put("BucketARN", "arn:aws:s3:::" + bucket)
                .put("Prefix", prefix).put("ErrorOutputPrefix", "errors/").put("CompressionFormat", "UNCOMPRESSED");
        destination.putObject("ProcessingConfiguration").put("Enabled", true).putArray("Processors").addObject()
                .put("Type", "AppendDelimiterToRecord");
        ledger.creating(name, bucket, prefix);
        server.streams().create(request);
        ledger.created(name);
        settle(() -> server.streams().describe(request(name)).findPath("DeliveryStreamStatus").asText()
                .equals("ACTIVE"), "to be active");
    }

    private void change(ServerOnDisk server, String name) {
        String prefix = "v" + ++prefixes + "/";
        JsonNode before = server.streams().describe(request(name));
        ObjectNode request = request(name)
                .put("CurrentDeliveryStreamVersionId", before.findPath("VersionId").asText())
                .put("DestinationId", before.findPath("DestinationId").asText());
        request.putObject("ExtendedS3DestinationUpdate").put("Prefix", prefix);
        ledger.changing(name, prefix);
        server.streams().update(request);
        ledger.changed(name);
    }

    /// What waits is delivered first: a feeder at work would end at a step that no seed knows.
    private void delete(ServerOnDisk server, String name) throws Exception {
        deliver(server, name);
        ledger.deleting(name);
        server.streams().delete(request(name));
        ledger.deleted(name);
        settle(() -> !server.streams().list(JSON.createObjectNode()).toString().contains('"' + name + '"'),
                "to be deleted");
    }

    private void settle(Supplier<Boolean> isThere, String what) {
        long until = System.nanoTime() + SETTLED_MAX.toNanos();
        while (!isThere.get()) {
            if (disk.isCut()) {
                throw new PowerCut();
            }
            if (System.nanoTime() > until) {
                throw new Violation("a stream takes too long " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void deliver(ServerOnDisk server, String name) throws Exception {
        disk.turnOf(name);
        try {
            if (!server.deliver(name) && !disk.isCut()) {
                throw new Violation("not all of " + name + " is delivered");
            }
        } finally {
            whileStaging = null;
            disk.turnOf("");
        }
    }

    private void deliverAll(ServerOnDisk server) throws Exception {
        for (String name : NAMES) {
            if (ledger.has(name)) {
                deliver(server, name);
            }
        }
    }

    private void last() throws Exception {
        ServerOnDisk server = start();
        try {
            observe(server);
            clients.repeatAll(server.streams());
            deliverAll(server);
            server.end();
            ServerState.requireDrained(new OutFolder("out", folder()));
        } finally {
            disk.cut();
            server.die();
        }
        ledger.requireDelivered(delivered());
    }

    private Map<String, List<String>> delivered() {
        Map<String, List<String>> texts = new HashMap<>();
        for (String bucket : ledger.buckets()) {
            List<String> lines = texts.computeIfAbsent(bucket, _ -> new ArrayList<>());
            elsewhere.objects(bucket).values()
                    .forEach(bytes -> new String(bytes, StandardCharsets.ISO_8859_1).lines().forEach(lines::add));
        }
        return texts;
    }

    /// Other commands work in a folder that says that all of it is delivered.
    private void requireDrainedIsNoLie() {
        disk.begin(Long.MAX_VALUE);
        List<String> missing = new ArrayList<>(ledger.acknowledged());
        delivered().values().forEach(missing::removeAll);
        try {
            ServerState.requireDrained(new OutFolder("out", folder()));
        } catch (UsageException e) {
            return;
        }
        if (!missing.isEmpty()) {
            throw new Violation("the folder says that all is delivered, and " + missing.size() + " records are not");
        }
    }

    /// Requests to other machines, which are steps of the process too.
    private final class ThroughDisk implements Requests {
        @Override
        public <T> T read(Supplier<String> name, Supplier<T> request) {
            return request.get();
        }

        @Override
        public <T> T write(Supplier<String> name, Supplier<T> request) {
            Runnable meanwhile = whileStaging;
            if (meanwhile != null && Thread.currentThread().getName().startsWith("feeder-")) {
                whileStaging = null;
                meanwhile.run();
            }
            List<T> answers = new ArrayList<>();
            disk.elsewhere(() -> answers.add(request.get()));
            if (answers.isEmpty()) {
                throw new PowerCut();
            }
            return answers.getFirst();
        }
    }
}
