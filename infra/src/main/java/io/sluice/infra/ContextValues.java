package io.sluice.infra;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.constructs.Node;

/// Values of `-c key=value` and of the context in `cdk.json`. An empty value is none.
///
/// @param node whose context it is
record ContextValues(Node node) {
    /// @throws DeploymentException when the value is no text
    Optional<String> text(String key) {
        return switch (node.tryGetContext(key)) {
            case null -> Optional.empty();
            case String text -> text.isBlank() ? Optional.empty() : Optional.of(text);
            case Object other -> throw new DeploymentException(
                    "The context value " + key + " must be text, not " + other);
        };
    }

    /// The name or ARN of something that is there already.
    ///
    /// @throws DeploymentException when the value is not of that form
    Optional<String> named(String key, Named form) {
        var value = text(key);
        value.ifPresent(name -> {
            if (!form.pattern.matcher(name).matches()) {
                throw new DeploymentException("%s=%s is not %s".formatted(key, name, form.description));
            }
        });
        return value;
    }

    /// One of an enumeration's constants, in lower case and with '-'.
    ///
    /// @throws DeploymentException with all choices when the value is none of them
    <E extends Enum<E>> E choice(String key, E preset) {
        return text(key).map(value -> Arrays.stream(preset.getDeclaringClass().getEnumConstants())
                .filter(choice -> wireName(choice).equals(value)).findFirst()
                .orElseThrow(() -> new DeploymentException("%s=%s is none of %s".formatted(key, value,
                        Arrays.stream(preset.getDeclaringClass().getEnumConstants()).map(ContextValues::wireName)
                                .collect(Collectors.joining(", "))))))
                .orElse(preset);
    }

    /// How a user writes `choice`.
    static String wireName(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Forms of names and ARNs, as the services' own API references give them.
    enum Named {
        // @formatter:off
        BUCKET("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]",
            "the name of a bucket: 3 to 63 lower-case letters, digits, '.', '-'; no ARN and no s3://"),
        KINESIS_STREAM("arn:aws[a-z-]*:kinesis:[a-z0-9-]+:\\d{12}:stream/[a-zA-Z0-9_.-]{1,128}",
            "the ARN of a Kinesis stream: arn:aws:kinesis:REGION:ACCOUNT:stream/NAME"),
        KMS_KEY("arn:aws[a-z-]*:kms:[a-z0-9-]+:\\d{12}:key/[a-zA-Z0-9-]+",
            "the ARN of a KMS key: arn:aws:kms:REGION:ACCOUNT:key/ID; an alias cannot be granted"),
        TOPIC("arn:aws[a-z-]*:sns:[a-z0-9-]+:\\d{12}:[a-zA-Z0-9_-]{1,256}",
            "the ARN of an SNS topic: arn:aws:sns:REGION:ACCOUNT:NAME");
        // @formatter:on

        private final Pattern pattern;
        private final String description;

        Named(String pattern, String description) {
            this.pattern = Pattern.compile(pattern);
            this.description = description;
        }
    }
}
