package io.sluice.jq.json;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// The inputs that `input` and `inputs` take from.
public interface JqInputs {
    JqInputs NONE = new JqInputs() {
        @Override
        public @Nullable JqValue next() {
            return null;
        }

        @Override
        public int line() {
            return 0;
        }
    };

    /// The next input, or null when there is none left.
    ///
    /// @throws io.sluice.jq.value.JqError the text is malformed
    @Nullable
    JqValue next();

    /// Returns the number of line ends that jq has read so far: it reads whole lines.
    int line();
}
