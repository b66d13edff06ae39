package io.sluice.jq;

import io.sluice.jq.builtin.Captures;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqStop;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A regular expression with named groups that a text must match as a whole, in the language and within the time that
/// jq 1.6's `capture` has here. Immutable; for any number of threads.
public final class JqCapture {
    private final Captures captures;

    private JqCapture(Captures captures) {
        this.captures = captures;
    }

    /// Compiles `expression`.
    ///
    /// @throws JqException stage `COMPILE` or `UNSUPPORTED`, with what is wrong; also where it has no named group
    public static JqCapture compile(String expression) {
        try {
            Captures captures = Captures.of(expression);
            if (captures.names().isEmpty()) {
                throw new JqException(JqException.Stage.COMPILE, "it has no named group, as (?<name>…)");
            }
            return new JqCapture(captures);
        } catch (JqError e) {
            throw new JqException(JqException.Stage.COMPILE, e.getMessage());
        } catch (JqStop e) {
            throw JqException.of(e);
        }
    }

    /// The names of the groups, in the order in which they open; each once.
    public List<String> names() {
        return captures.names();
    }

    /// What the groups match of `text`, in the order of their names; `null` for one that has no part in it. Empty where
    /// the text as a whole does not match.
    ///
    /// @param text UTF-8
    /// @throws JqException stage `BOUND` when that takes too long
    public Optional<List<@Nullable String>> of(byte[] text) {
        try {
            return captures.match(text);
        } catch (JqStop e) {
            throw JqException.of(e);
        }
    }
}
