package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.infra.AppContext.SourceKind;
import io.sluice.infra.Synthesis.Way;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The context's options of topics and log groups.
final class SourceContextTest {
    private static final String KEY = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";
    private static final Pattern OPTION = Pattern.compile("(\\w+)=(\\S*)");

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    source=kafka | either kafkaCluster, the ARN of an Amazon MSK cluster, or kafkaBootstrapServers
                    source=kafka kafkaCluster=ARN kafkaBootstrapServers=b:9092 | there are both
                    source=kafka kafkaCluster=ARN | There is no kafkaTopics: the names of the topics
                    kafkaTopics=a,,b kafkaCluster=ARN | kafkaTopics=a,,b has an empty element: leave out the comma
                    kafkaTopics=, kafkaCluster=ARN | kafkaTopics=, has an empty element
                    kafkaTopics=orders kafkaCluster=orders | orders is not the ARN of an Amazon MSK cluster
                    kafkaTopics=orders kafkaCluster=ARN existingStream=orders | \
                    kafkaTopics is for -c source=kafka; the source is existing
                    source=kafka kafkaTopics=orders kafkaCluster=ARN existingStream=orders | the source is kafka
                    source=direct kafkaTopics=orders | kafkaTopics is for -c source=kafka; the source is direct
                    source=attached kafkaFilter={} | kafkaFilter is for -c source=kafka; the source is attached
                    source=kafka logGroups=/a kafkaTopics=orders kafkaCluster=ARN | logGroups is for -c source=logs
                    source=logs | There is no logGroups: the names of the log groups
                    source=logs logGroups=/a kafkaTopics=orders | kafkaTopics is for -c source=kafka; the source is logs
                    logGroups=/a | its function would refuse those of Logs
                    source=sqs | There is no sqsQueue: the ARN of the queue
                    sqsQueue=orders | orders is not the ARN of an SQS queue
                    sqsQueue=QUEUE sqsConcurrencyMax=1 | 2 to 1000 invocations at once
                    sqsQueue=QUEUE sqsRecordsMax=500 sqsWindowInSeconds=0 | only for a second or longer
                    sqsQueue=QUEUE.fifo sqsRecordsMax=99 sqsWindowInSeconds=1 | is a FIFO queue
                    sqsQueue=QUEUE sqsKey=alias/mine | alias/mine is not the ARN of a KMS key
                    sqsQueue=QUEUE | its function would refuse those of Sqs
                    sqsQueue=QUEUE kafkaTopics=orders kafkaCluster=ARN | \
                    sqsQueue is for -c source=sqs; the source is kafka
                    source=attached sqsFilter={} | sqsFilter is for -c source=sqs; the source is attached
                    source=s3 | There is no s3Bucket: the name of the bucket
                    s3Bucket=s3://uploads | s3://uploads is not the name of a bucket
                    s3Bucket=uploads s3Prefix=in/* | The prefix in/* of the objects' keys is none
                    s3Bucket=uploads | its function would refuse those of S3
                    source=dynamodb | There is no dynamodbStream: the ARN of the table's stream
                    dynamodbStream=orders | orders is not the ARN of a table's stream
                    dynamodbStream=TABLE dynamodbStart=2026 | dynamodbStart=2026 is none of oldest, newest
                    dynamodbStream=TABLE dynamodbParallelization=0 | 1 to 10 batches at once
                    dynamodbStream=TABLE | its function would refuse those of DynamoDb
                    kafkaTopics=orders kafkaCluster=ARN kafkaSubnets=subnet-0a1b2c3d | \
                    Lambda finds the network of an Amazon MSK cluster by itself
                    kafkaTopics=orders kafkaBootstrapServers=b:9092 kafkaSubnets=subnet-0a1b2c3d | go together
                    kafkaTopics=orders kafkaBootstrapServers=b:90 kafkaSubnets=mine kafkaSecurityGroups=sg-0a1b2c3d | \
                    mine is not the id of a subnet
                    kafkaTopics=orders kafkaBootstrapServers=b:9092 | takes no cluster there without a login
                    kafkaTopics=orders kafkaBootstrapServers=b:9092 kafkaLogin=iam | Only Amazon MSK knows IAM
                    kafkaTopics=orders kafkaBootstrapServers=b:9092 kafkaLogin=kerberos | \
                    kafkaLogin=kerberos is none of none, iam
                    kafkaTopics=orders kafkaCluster=ARN kafkaLogin=mutual-tls | kafkaLogin=mutual-tls needs kafkaSecret
                    kafkaTopics=orders kafkaCluster=ARN kafkaSecret=any | kafkaSecret needs kafkaLogin=sasl-scram-512
                    kafkaTopics=orders kafkaCluster=ARN kafkaStart=tomorrow | \
                    kafkaStart=tomorrow is not oldest, newest, or a time
                    kafkaTopics=orders kafkaCluster=ARN kafkaRecordsMax=many | \
                    kafkaRecordsMax=many is not a whole number
                    kafkaTopics=orders kafkaCluster=ARN kafkaWindowInSeconds=301 | 0 to 300 whole seconds
                    kafkaTopics=orders kafkaCluster=ARN kafkaFilter=order | The filter order is no JSON
                    """)
    void theMessageNamesTheOptionAndItsValue(String options, String message) {
        var context = Way.KAFKA.context();
        context.putAll(options(options));
        var app = Synthesis.app(context);
        var refusal = assertThrows(DeploymentException.class, () -> SluiceApp.define(app)).explanation();
        assertTrue(refusal.contains(message), refusal);
    }

    @Test
    void everyOptionIsTaken() {
        var kafka = topics("kafkaTopics=orders,returns kafkaBootstrapServers=b1:9096,b2:9096 kafkaLogin=mutual-tls"
                + " kafkaSecret=arn:aws:secretsmanager:us-east-1:123456789012:secret:k-AbCdEf"
                + " kafkaRootCertificate=arn:aws:secretsmanager:us-east-1:123456789012:secret:r-AbCdEf"
                + " kafkaSubnets=subnet-0a1b2c3d kafkaSecurityGroups=sg-0a1b2c3d kafkaStart=2026-11-22T00:00:00Z"
                + " kafkaRecordsMax=500 kafkaWindowInSeconds=5 kafkaFilter={\"value\":{\"type\":[\"order\"]}}");

        assertEquals(new KafkaTopics(new KafkaCluster.SelfManaged(List.of("b1:9096", "b2:9096"),
                new KafkaLogin.Secret(KafkaLogin.Mechanism.MUTUAL_TLS,
                        KafkaSecret.of("arn:aws:secretsmanager:us-east-1:123456789012:secret:k-AbCdEf")),
                Optional.of(new KafkaCluster.Network(List.of("subnet-0a1b2c3d"), List.of("sg-0a1b2c3d"))),
                Optional.of(KafkaSecret.of("arn:aws:secretsmanager:us-east-1:123456789012:secret:r-AbCdEf"))),
                List.of("orders", "returns"),
                new KafkaReading(new KafkaStart.At(Instant.parse("2026-11-22T00:00:00Z")), 500, Duration.ofSeconds(5),
                        Optional.empty(), List.of("{\"value\":{\"type\":[\"order\"]}}"))),
                kafka);
        assertEquals(KafkaTopics.of(new KafkaCluster.Msk(arn(), new KafkaLogin.Iam()), "orders")
                .read(KafkaReading.PRESET.as("mine").from(new KafkaStart.Newest())),
                topics("kafkaTopics=orders kafkaCluster=ARN kafkaConsumerGroup=mine kafkaStart=newest"));
        assertEquals(Optional.of(new Source.S3(Uploads.under("uploads", "in/").endingWith(".gz").with(KEY))),
                SourceContext.read(values("s3Bucket=uploads s3Prefix=in/ s3Suffix=.gz s3Key=" + KEY), SourceKind.S3));
        assertEquals(Optional.of(new Source.Sqs(SqsQueue.of("arn:aws:sqs:us-east-1:123456789012:orders").with(KEY)
                .read(new QueueReading(500, Duration.ofSeconds(5), 7, List.of("{\"body\":{}}"))))),
                SourceContext.read(values("sqsQueue=QUEUE sqsKey=" + KEY + " sqsRecordsMax=500 sqsWindowInSeconds=5"
                        + " sqsConcurrencyMax=7 sqsFilter={\"body\":{}}"), SourceKind.SQS));
        assertEquals(Optional.of(new Source.DynamoDb(TableChanges.of(table()).with(KEY).read(new ChangesReading(
                ChangesReading.Start.NEWEST, 500, Duration.ofSeconds(5), 7, List.of("{\"eventName\":[\"INSERT\"]}"))))),
                SourceContext.read(values("dynamodbStream=TABLE dynamodbKey=" + KEY + " dynamodbStart=newest"
                        + " dynamodbRecordsMax=500 dynamodbWindowInSeconds=5 dynamodbParallelization=7"
                        + " dynamodbFilter={\"eventName\":[\"INSERT\"]}"), SourceKind.DYNAMODB));
        assertEquals(Optional.of(new Source.Logs(new LogGroups(List.of("/a", "/b"), "ERROR"))),
                SourceContext.read(values("logGroups=/a,/b logFilterPattern=ERROR"), SourceKind.LOGS));
    }

    private static KafkaTopics topics(String options) {
        return ((Source.Kafka) SourceContext.read(values(options), SourceKind.KAFKA).orElseThrow()).topics();
    }

    private static ContextValues values(String options) {
        return new ContextValues(Synthesis.app(options(options)).getNode());
    }

    private static Map<String, Object> options(String options) {
        Map<String, Object> all = new HashMap<>();
        OPTION.matcher(options.replace("ARN", arn()).replace("QUEUE", "arn:aws:sqs:us-east-1:123456789012:orders")
                .replace("TABLE", table())).results()
                .forEach(option -> all.put(option.group(1), option.group(2)));
        return all;
    }

    private static String table() {
        return "arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/2026-11-01T00:00:00.000";
    }

    private static String arn() {
        return "arn:aws:kafka:us-east-1:123456789012:cluster/shop/1a-2b-3";
    }
}
