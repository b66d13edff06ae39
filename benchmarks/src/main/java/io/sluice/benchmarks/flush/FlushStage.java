package io.sluice.benchmarks.flush;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.Stream;
import io.sluice.aws.AwsClients;
import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.benchmarks.data.RecordSum;
import io.sluice.codec.Compression;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.index.Buffer;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.FlushHandler;
import io.sluice.local.batch.LocalContext;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.work.Workers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The embedded servers, one stream after another on them, and the bare copy beside the flusher: the same server,
/// client, object sizes, keys and number of requests at once.
final class FlushStage implements AutoCloseable {
    private static final int REQUESTS_MAX = 64;
    private static final byte[] DRAIN = "{\"drain\":true}".getBytes(StandardCharsets.UTF_8);

    private final EmbeddedServices services;
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final Workers workers = new VirtualThreadWorkers(REQUESTS_MAX);
    private final ObjectStore data;
    private final ObjectStore staging;
    private int streams;

    FlushStage(EmbeddedServices services) {
        this.services = services;
        var s3 = AwsClients.s3(http, Optional.of(services.s3Endpoint()));
        this.data = new S3ObjectStore(s3, bucket("SLUICE_DATA_BUCKET"), Optional.empty(),
                new RequestCounts());
        this.staging = new S3ObjectStore(s3, bucket("SLUICE_STAGING_BUCKET"), Optional.empty(),
                new RequestCounts());
    }

    private String bucket(String variable) {
        return Objects.requireNonNull(services.environment().get(variable));
    }

    /// Stages `batches` for a stream of its own, flushes them, and gives how long the flusher took.
    ///
    /// @throws WrongOutputException when the flusher says that not all records are delivered
    long flush(StagedBatches batches) throws IOException {
        String stream = Clickstream.NAME + "-" + streams++;
        ClickstreamConfiguration configuration = ClickstreamConfiguration.buffer(Compression.GZIP).named(stream);
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", configuration.json());
        try (Stream functions = AwsPorts.of(environment).stream(InstantSource.system(), _ -> {})) {
            stage(stream, batches, configuration.parsed().sluice().indexShards());
            FlushHandler handler = new FlushHandler(functions);
            var answer = new ByteArrayOutputStream();
            long start = System.nanoTime();
            handler.handleRequest(new ByteArrayInputStream(DRAIN), answer, new LocalContext("flush", "bench"));
            long nanos = System.nanoTime() - start;
            JsonNode summary = new ObjectMapper().readTree(answer.toByteArray());
            WrongOutputException.unlessEqual("flush: problems", "[]", summary.path("problems").toString());
            WrongOutputException.unlessEqual("flush: records delivered", batches.records().records(),
                    summary.path("records").asLong());
            return nanos;
        }
    }

    private void stage(String stream, StagedBatches batches, int shardCount) {
        try (var dynamoDb = AwsClients.dynamoDb(UrlConnectionHttpClient.create(),
                Optional.of(services.dynamoDbEndpoint()))) {
            var index = new DynamoDbIndex(dynamoDb, EmbeddedServices.INDEX_TABLE, stream, new RequestCounts());
            batches.stage(new Buffer(stream, staging, index), shardCount, workers);
        }
    }

    /// Everything that is delivered.
    List<ObjectInfo> objects() {
        List<ObjectInfo> objects = new ArrayList<>();
        ObjectPage page = data.list("", "");
        objects.addAll(page.objects());
        while (page.more()) {
            page = data.list("", objects.getLast().key().value());
            objects.addAll(page.objects());
        }
        return objects;
    }

    /// GETs each object and PUTs its bytes under another key; gives how long that took.
    long copy(List<ObjectInfo> objects) {
        long start = System.nanoTime();
        workers.map(objects, object -> {
            byte[] bytes = data.get(object.key());
            staging.put(copyOf(object), Body.of(bytes));
            return bytes.length;
        });
        return System.nanoTime() - start;
    }

    private static ObjectKey copyOf(ObjectInfo object) {
        return new ObjectKey("copy/" + object.key());
    }

    /// @throws WrongOutputException when the objects do not hold exactly `expected`
    void check(List<ObjectInfo> objects, RecordSum expected) throws IOException {
        RecordSum delivered = new RecordSum();
        for (ObjectInfo object : objects) {
            delivered.addObject(object.key(), data.get(object.key()));
        }
        delivered.requireEqual("flush: what was delivered", expected);
    }

    /// Makes room for the next round.
    void clear(List<ObjectInfo> objects) {
        data.delete(objects.stream().map(ObjectInfo::key).toList());
        staging.delete(objects.stream().map(FlushStage::copyOf).toList());
    }

    @Override
    public void close() {
        http.close();
    }
}
