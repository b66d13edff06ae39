package io.sluice.infra;

import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import software.amazon.awscdk.Token;

/// Texts that name what a source is attached to, as far as they are known at synthesis: of a value that CloudFormation
/// fills in, nothing can be said before.
///
/// @param pattern what the service takes
/// @param form    the same in words, as in "… is not …"
record SourceText(Pattern pattern, String form) {
    // @formatter:off
    static final SourceText TOPIC = of("[a-zA-Z0-9_-][a-zA-Z0-9._-]{1,248}",
        "the name of a topic that Lambda takes: 2 to 249 letters, digits, '.', '_', '-', of which '.' is not first");
    static final SourceText CLUSTER = of(
        "arn:aws[a-z-]*:kafka:[a-z0-9-]+:\\d{12}:cluster/[a-zA-Z0-9-]{1,64}/[a-zA-Z0-9-]+",
        "the ARN of an Amazon MSK cluster: arn:aws:kafka:REGION:ACCOUNT:cluster/NAME/UUID");
    static final SourceText SERVER = of(
        "(?=.{1,300}$)([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)*[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?:[1-9]\\d{0,4}",
        "a bootstrap server: HOST:PORT, at most 300 characters");
    static final SourceText SECRET = of(
        "arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\\d{12}:secret:[A-Za-z0-9/_+=.@-]+-[A-Za-z0-9]{6}",
        "the whole ARN of a secret: arn:aws:secretsmanager:REGION:ACCOUNT:secret:NAME-SUFFIX, with its six characters");
    static final SourceText KEY = of("arn:aws[a-z-]*:kms:[a-z0-9-]+:\\d{12}:key/[a-zA-Z0-9-]+",
        "the ARN of a KMS key: arn:aws:kms:REGION:ACCOUNT:key/ID; an alias cannot be granted");
    static final SourceText SUBNET = of("subnet-[0-9a-f]{8,17}", "the id of a subnet: subnet-…");
    static final SourceText SECURITY_GROUP = of("sg-[0-9a-f]{8,17}", "the id of a security group: sg-…");
    static final SourceText GROUP = of("[a-zA-Z0-9/:_+=.@-]{1,200}",
        "a consumer group: 1 to 200 letters, digits, '-', '/', ':', '_', '+', '=', '.', '@'");
    static final SourceText LOG_GROUP = of("[a-zA-Z0-9_/.#-]{1,512}",
        "the name of a log group: 1 to 512 letters, digits, '_', '-', '/', '.', '#'; no ARN");
    static final SourceText QUEUE = of("arn:aws[a-z-]*:sqs:[a-z0-9-]+:\\d{12}:(?=.{1,80}$)[a-zA-Z0-9_-]+(\\.fifo)?",
        "the ARN of an SQS queue: arn:aws:sqs:REGION:ACCOUNT:NAME; no URL");
    static final SourceText TABLE_STREAM = of(
        "arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\\d{12}:table/[a-zA-Z0-9_.-]{3,255}/stream/[0-9T:.-]+",
        "the ARN of a table's stream: arn:aws:dynamodb:REGION:ACCOUNT:table/NAME/stream/LABEL, as DescribeTable has it"
            + " (LatestStreamArn)");
    static final SourceText BUCKET = of("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]",
        "the name of a bucket: 3 to 63 lower-case letters, digits, '.', '-'; no ARN and no s3://");
    // @formatter:on

    private static SourceText of(String pattern, String form) {
        return new SourceText(Pattern.compile(pattern), form);
    }

    /// @throws DeploymentException when `value` is known and none
    void require(String value) {
        if (!Token.isUnresolved(value) && !pattern.matcher(value).matches()) {
            throw new DeploymentException("%s is not %s".formatted(value.isEmpty() ? "An empty text" : value, form));
        }
    }

    /// As [#require], of a value that the template itself depends on.
    ///
    /// @throws DeploymentException when `value` is known only at deployment, too
    void requireLiteral(String value) {
        if (Token.isUnresolved(value)) {
            throw new DeploymentException("%s is known only at deployment: give as a literal %s".formatted(value,
                    form));
        }
        require(value);
    }

    /// Each of `values`, none twice.
    ///
    /// @param what what they are called in messages
    /// @throws DeploymentException when there is none, too, or nobody knows how many there are
    void requireAll(String what, List<String> values) {
        if (Token.isUnresolved(values)) {
            throw new DeploymentException(what + " are a list that is known only at deployment: give its elements");
        }
        if (values.isEmpty()) {
            throw new DeploymentException(what + " are an empty list: give at least one");
        }
        values.forEach(this::require);
        var seen = new HashSet<String>();
        values.stream().filter(each -> !seen.add(each)).findFirst().ifPresent(twice -> {
            throw new DeploymentException(what + " have " + twice + " twice: leave one away");
        });
    }
}
