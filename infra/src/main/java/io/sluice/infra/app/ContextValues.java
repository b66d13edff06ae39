package io.sluice.infra.app;

import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
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
    Optional<String> named(String key, ResourceText form) {
        var value = text(key);
        value.ifPresent(name -> {
            if (!form.matches(name)) {
                throw new DeploymentException("%s=%s is not %s".formatted(key, name, form.form()));
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

    /// Returns `choice` as a user writes it.
    static String wireName(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
