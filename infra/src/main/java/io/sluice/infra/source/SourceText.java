package io.sluice.infra.source;

import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import java.util.HashSet;
import java.util.List;
import software.amazon.awscdk.Token;

/// Checks of texts that name what a source is attached to, as far as they are known at synthesis: of a value that
/// CloudFormation fills in, nothing can be said before.
public final class SourceText {
    private SourceText() {}

    /// @throws DeploymentException when `value` is known and is not of `form`
    public static void require(ResourceText form, String value) {
        if (!Token.isUnresolved(value) && !form.matches(value)) {
            throw new DeploymentException("%s is not %s".formatted(value.isEmpty() ? "An empty text" : value,
                    form.form()));
        }
    }

    /// As [#require], of a value that the template itself depends on.
    ///
    /// @throws DeploymentException when `value` is known only at deployment, too
    public static void requireLiteral(ResourceText form, String value) {
        if (Token.isUnresolved(value)) {
            throw new DeploymentException("%s is known only at deployment: give as a literal %s".formatted(value,
                    form.form()));
        }
        require(form, value);
    }

    /// Each of `values`, none twice.
    ///
    /// @param what what they are called in messages
    /// @throws DeploymentException when there is none, too, or nobody knows how many there are
    public static void requireAll(ResourceText form, String what, List<String> values) {
        if (Token.isUnresolved(values)) {
            throw new DeploymentException(what + " are a list that is known only at deployment: give its elements");
        }
        if (values.isEmpty()) {
            throw new DeploymentException(what + " are an empty list: give at least one");
        }
        values.forEach(value -> require(form, value));
        var seen = new HashSet<String>();
        values.stream().filter(each -> !seen.add(each)).findFirst().ifPresent(twice -> {
            throw new DeploymentException(what + " have " + twice + " twice: leave one away");
        });
    }
}
