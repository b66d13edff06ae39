package io.sluice.local.smoke;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.zip.GZIPOutputStream;

/// An account in memory. Stacks are made and removed while they are looked at, and leave what they retain; a deployed
/// stream takes the queue's messages as long as Lambda may call its function, and delivers them when it is drained.
public final class MemoryCloud {
    public static final String ACCOUNT = "123456789012";
    private static final ObjectMapper JSON = new ObjectMapper();

    /// What is wrong with the stream.
    public enum Fault {
        NONE, LOSES, DOUBLES, MISPLACES, INVENTS, REJECTS, DAMAGES, RECOVERS_HALF, STACK_FAILS, STACK_STAYS,
        /// A function writes into each bucket that was just emptied, once or for ever.
        WRITES_ONCE, WRITES_ON
    }

    private final Map<String, Map<String, byte[]>> buckets = new TreeMap<>();
    private final TreeMap<String, String> stacks = new TreeMap<>();
    private final TreeSet<String> queues = new TreeSet<>();
    private final Map<String, Integer> tables = new TreeMap<>();
    private final TreeSet<String> stopped = new TreeSet<>();
    private final TreeSet<String> writtenLate = new TreeSet<>();
    private final List<String> waiting = new ArrayList<>();
    private final List<String> staged = new ArrayList<>();
    private Fault fault = Fault.NONE;
    private IntConsumer onCall = _ -> {};
    private boolean attached = true;
    private boolean lost;
    private int calls;
    private int objects;

    public void plant(Fault planted) {
        fault = planted;
    }

    /// Runs `action` before each call, with its number.
    void onCall(IntConsumer action) {
        calls = 0;
        onCall = action;
    }

    int calls() {
        return calls;
    }

    /// All that is there.
    public List<String> left() {
        List<String> left = new ArrayList<>(buckets.keySet());
        left.addAll(stacks.keySet());
        left.addAll(queues);
        left.addAll(tables.keySet());
        return left;
    }

    /// The ports to it.
    public SmokeCloud cloud() {
        return new SmokeCloud(() -> ACCOUNT, new MemoryBuckets(), new MemoryStacks(), new MemoryFunctions(),
                new MemoryQueues(), new MemoryTables(), new MemorySchedules(), () -> {});
    }

    private void call() {
        onCall.accept(++calls);
    }

    private Map<String, byte[]> bucket(String name) {
        return Optional.ofNullable(buckets.get(name)).orElseThrow(() -> new SmokeException("no bucket " + name));
    }

    /// What Lambda does by itself.
    private void take() {
        if (attached && !waiting.isEmpty() && stopped.stream().noneMatch(each -> each.endsWith("-transform"))) {
            String stream = stacks.firstEntry().getKey();
            bucket(stream + "-staging").put("segments/" + stream + "/" + ++objects, new byte[0]);
            staged.addAll(waiting);
            tables.merge(stream + "-index", waiting.size() + 1, Integer::sum);
            waiting.clear();
        }
    }

    private void deliver(Map<String, byte[]> data) {
        if (fault == Fault.REJECTS && !staged.isEmpty()) {
            data.put("errors/x", new byte[0]);
        }
        for (String record : staged) {
            String shop = fault == Fault.MISPLACES ? "elm" : shop(record);
            String key = "data/shop=" + shop + "/" + ++objects + ".gz";
            switch (fault) {
                case LOSES -> {
                    // The first one of all, and no other.
                    if (!record.contains("\"number\":1}")) {
                        data.put(key, gzip(record));
                    }
                }
                case DOUBLES -> data.put(key, gzip(record + "\n" + record));
                case INVENTS -> data.put(key, gzip(record + "\n{\"id\":\"x\"}"));
                case DAMAGES -> data.put(key, record.getBytes(UTF_8));
                default -> data.put(key, gzip(record));
            }
        }
        staged.clear();
    }

    private static String shop(String record) {
        try {
            return JSON.readTree(record).path("shop").asText();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] gzip(String text) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write((text + "\n").getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private final class MemoryBuckets implements CloudBuckets {
        @Override
        public void create(String bucket) {
            call();
            if (buckets.putIfAbsent(bucket, new TreeMap<>()) != null) {
                throw new SmokeException("there is a bucket " + bucket);
            }
        }

        @Override
        public boolean exists(String bucket) {
            call();
            return buckets.containsKey(bucket);
        }

        @Override
        public void put(String bucket, String key, Path file) {
            try {
                put(bucket, key, Files.readAllBytes(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void put(String bucket, String key, byte[] content) {
            call();
            bucket(bucket).put(key, content);
        }

        @Override
        public String url(String bucket, String key) {
            return "memory:" + bucket + "/" + key;
        }

        @Override
        public List<String> keys(String bucket, String prefix) {
            call();
            take();
            return bucket(bucket).keySet().stream().filter(key -> key.startsWith(prefix)).toList();
        }

        @Override
        public byte[] content(String bucket, String key) {
            call();
            return Optional.ofNullable(bucket(bucket).get(key)).orElseThrow(() -> new SmokeException("no object"));
        }

        @Override
        public boolean remove(String bucket) {
            call();
            if (fault == Fault.WRITES_ON || (fault == Fault.WRITES_ONCE && writtenLate.add(bucket))) {
                return false;
            }
            buckets.remove(bucket);
            return true;
        }
    }

    private final class MemoryStacks implements CloudStacks {
        @Override
        public void create(String stack, String templateUrl, Map<String, String> parameters) {
            call();
            Map<String, byte[]> code = bucket(parameters.getOrDefault("CodeBucket", ""));
            if (!code.containsKey(parameters.get("CodePrefix") + "sluice-functions-"
                    + parameters.get("ReleaseVersion") + "-lambda.jar")
                    || !code.containsKey(templateUrl.substring(templateUrl.lastIndexOf('/') + 1))) {
                throw new SmokeException("the code or the template is not there: " + code.keySet());
            }
            buckets.put(stack + "-data", new TreeMap<>());
            buckets.put(stack + "-staging", new TreeMap<>());
            tables.put(stack + "-index", 1);
            stacks.put(stack, fault == Fault.STACK_FAILS ? "ROLLBACK_IN_PROGRESS" : "CREATE_IN_PROGRESS");
        }

        /// Whoever looks twice finds the work done.
        @Override
        public Optional<StackState> state(String stack) {
            call();
            Optional<String> now = Optional.ofNullable(stacks.get(stack));
            now.ifPresent(status -> {
                if (status.equals("DELETE_IN_PROGRESS") && fault != Fault.STACK_STAYS) {
                    stacks.remove(stack);
                } else if (status.endsWith("_IN_PROGRESS")) {
                    stacks.put(stack, status.equals("DELETE_IN_PROGRESS")
                            ? "DELETE_FAILED"
                            : status.replace("_IN_PROGRESS", "_COMPLETE"));
                }
            });
            return now.map(status -> new StackState(status, Map.of("TransformFunctionName", stack + "-transform",
                    "FlushFunctionName", stack + "-flush", "DataBucketName", stack + "-data", "StagingBucketName",
                    stack + "-staging", "IndexTableName", stack + "-index")));
        }

        @Override
        public List<StackResource> resources(String stack) {
            call();
            return List.of(new StackResource("AWS::S3::Bucket", "DataBucket", stack + "-data"),
                    new StackResource("AWS::S3::Bucket", "StagingBucket", stack + "-staging"),
                    new StackResource("AWS::DynamoDB::Table", "IndexTable", stack + "-index"),
                    new StackResource("AWS::Lambda::EventSourceMapping", "SourceMapping", "mapping"),
                    new StackResource("AWS::Scheduler::Schedule", "FlushSchedule", "schedule"));
        }

        @Override
        public Optional<String> failure(String stack) {
            call();
            return fault == Fault.STACK_FAILS || fault == Fault.STACK_STAYS
                    ? Optional.of("TransformFunction, arn:aws:iam::" + ACCOUNT + ":role/x is not allowed to")
                    : Optional.empty();
        }

        @Override
        public void delete(String stack) {
            call();
            stacks.put(stack, "DELETE_IN_PROGRESS");
        }
    }

    private final class MemoryFunctions implements CloudFunctions {
        @Override
        public JsonNode invoke(String function, String event) {
            call();
            take();
            if (stopped.contains(function)) {
                throw new SmokeException("TooManyRequestsException");
            }
            var answer = JSON.createObjectNode();
            if (event.contains("recover")) {
                lost = false;
                answer.put("complete", fault != Fault.RECOVERS_HALF).put("records", staged.size()).put("segments", 1)
                        .putArray("unreadable");
                return answer;
            }
            if (lost) {
                throw new SmokeException("The index table is lost");
            }
            deliver(bucket(function.replace("-flush", "-data")));
            return answer;
        }

        @Override
        public void stop(String function) {
            call();
            stopped.add(function);
        }

        @Override
        public void start(String function) {
            call();
            stopped.remove(function);
        }

        @Override
        public void detach(String mapping) {
            call();
            attached = false;
        }

        @Override
        public void attach(String mapping) {
            call();
            attached = true;
        }

        @Override
        public String state(String mapping) {
            call();
            return attached ? "Enabled" : "Disabled";
        }
    }

    private final class MemoryQueues implements CloudQueues {
        private int sends;

        @Override
        public String create(String queue) {
            call();
            queues.add(queue);
            return "arn:aws:sqs:us-east-1:" + ACCOUNT + ":" + queue;
        }

        /// Every third call refuses its first message.
        @Override
        public List<String> send(String queue, List<String> messages) {
            call();
            int refused = ++sends % 3 == 0 ? 1 : 0;
            waiting.addAll(messages.subList(refused, messages.size()));
            return messages.subList(0, refused);
        }

        @Override
        public void remove(String queue) {
            call();
            queues.remove(queue);
        }
    }

    private final class MemoryTables implements CloudTables {
        @Override
        public int clear(String table) {
            call();
            lost = true;
            return Optional.ofNullable(tables.put(table, 0)).orElse(0);
        }

        @Override
        public void remove(String table) {
            call();
            tables.remove(table);
        }
    }

    private final class MemorySchedules implements CloudSchedules {
        @Override
        public void disable(String schedule) {
            call();
        }

        @Override
        public void enable(String schedule) {
            call();
        }
    }
}
