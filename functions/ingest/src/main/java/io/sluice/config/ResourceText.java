package io.sluice.config;

import java.util.regex.Pattern;

/// The form of a name or an ARN of something on AWS, as the services' own API references give it.
///
/// @param pattern what the service takes
/// @param form    the same in words, as in "… is not …"
public record ResourceText(Pattern pattern, String form) {
    /// The longest of them, and more.
    static final int CHARS_MAX = 2_048;

    // @formatter:off
    public static final ResourceText TOPIC = of("[a-zA-Z0-9_-][a-zA-Z0-9._-]{1,248}",
        "the name of a topic that Lambda takes: 2 to 249 letters, digits, '.', '_', '-', of which '.' is not first");
    public static final ResourceText CLUSTER = of(
        "arn:aws[a-z-]*:kafka:[a-z0-9-]+:\\d{12}:cluster/[a-zA-Z0-9-]{1,64}/[a-zA-Z0-9-]+",
        "the ARN of an Amazon MSK cluster: arn:aws:kafka:REGION:ACCOUNT:cluster/NAME/UUID");
    public static final ResourceText SERVER = of(
        "(?=.{1,300}$)([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)*[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?:[1-9]\\d{0,4}",
        "a bootstrap server: HOST:PORT, at most 300 characters");
    public static final ResourceText SECRET = of(
        "arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\\d{12}:secret:[A-Za-z0-9/_+=.@-]+-[A-Za-z0-9]{6}",
        "the whole ARN of a secret: arn:aws:secretsmanager:REGION:ACCOUNT:secret:NAME-SUFFIX, with its six characters");
    public static final ResourceText KEY = of("arn:aws[a-z-]*:kms:[a-z0-9-]+:\\d{12}:key/[a-zA-Z0-9-]+",
        "the ARN of a KMS key: arn:aws:kms:REGION:ACCOUNT:key/ID; an alias cannot be granted");
    public static final ResourceText SUBNET = of("subnet-[0-9a-f]{8,17}", "the id of a subnet: subnet-…");
    public static final ResourceText SECURITY_GROUP = of("sg-[0-9a-f]{8,17}", "the id of a security group: sg-…");
    public static final ResourceText GROUP = of("[a-zA-Z0-9/:_+=.@-]{1,200}",
        "a consumer group: 1 to 200 letters, digits, '-', '/', ':', '_', '+', '=', '.', '@'");
    public static final ResourceText LOG_GROUP = of("[a-zA-Z0-9_/.#-]{1,512}",
        "the name of a log group: 1 to 512 letters, digits, '_', '-', '/', '.', '#'; no ARN");
    public static final ResourceText QUEUE = of(
        "arn:aws[a-z-]*:sqs:[a-z0-9-]+:\\d{12}:(?=.{1,80}$)[a-zA-Z0-9_-]+(\\.fifo)?",
        "the ARN of an SQS queue: arn:aws:sqs:REGION:ACCOUNT:NAME; no URL");
    public static final ResourceText EVENT_BUS = of(
        "arn:aws[a-z-]*:events:[a-z0-9-]+:\\d{12}:event-bus/[a-zA-Z0-9._/-]{1,256}",
        "the ARN of an event bus: arn:aws:events:REGION:ACCOUNT:event-bus/NAME");
    public static final ResourceText TABLE_STREAM = of(
        "arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\\d{12}:table/[a-zA-Z0-9_.-]{3,255}/stream/[0-9T:.-]+",
        "the ARN of a table's stream: arn:aws:dynamodb:REGION:ACCOUNT:table/NAME/stream/LABEL, as DescribeTable has it"
            + " (LatestStreamArn)");
    public static final ResourceText BUCKET = of("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]",
        "the name of a bucket: 3 to 63 lower-case letters, digits, '.', '-'; no ARN and no s3://");
    public static final ResourceText KINESIS_STREAM = of(
        "arn:aws[a-z-]*:kinesis:[a-z0-9-]+:\\d{12}:stream/[a-zA-Z0-9_.-]{1,128}",
        "the ARN of a Kinesis stream: arn:aws:kinesis:REGION:ACCOUNT:stream/NAME");
    public static final ResourceText DELIVERY_STREAM = of("[a-zA-Z0-9_.-]{1,64}",
        "the name of a delivery stream: 1 to 64 letters, digits, '_', '.', '-'.");
    public static final ResourceText ALARM_TOPIC = of("arn:aws[a-z-]*:sns:[a-z0-9-]+:\\d{12}:[a-zA-Z0-9_-]{1,256}",
        "the ARN of an SNS topic: arn:aws:sns:REGION:ACCOUNT:NAME");
    public static final ResourceText WORKGROUP = of("[a-zA-Z0-9._-]{1,128}",
        "the name of an Athena workgroup: 1 to 128 letters, digits, '.', '_', '-'");
    public static final ResourceText IMAGE = of("[a-z0-9.-]+(:[0-9]{1,5})?(/[a-z0-9][a-z0-9._-]*)+"
        + "(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}|@sha256:[0-9a-f]{64})",
        "the name of an image with its registry and a tag or a digest: REGISTRY/NAME:TAG");
    public static final ResourceText VPC = of("vpc-[0-9a-f]{8,17}", "the id of a VPC: vpc-…");
    public static final ResourceText CERTIFICATE = of(
        "arn:aws[a-z-]*:acm:[a-z0-9-]+:\\d{12}:certificate/[a-zA-Z0-9-]+",
        "the ARN of a certificate: arn:aws:acm:REGION:ACCOUNT:certificate/ID");
    // @formatter:on

    private static ResourceText of(String pattern, String form) {
        return new ResourceText(Pattern.compile(pattern), form);
    }

    public boolean matches(String text) {
        return text.length() <= CHARS_MAX && pattern.matcher(text).matches();
    }
}
