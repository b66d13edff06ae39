package io.sluice.flush;

import java.time.Instant;
import java.util.Optional;

/// Says in the table how far a pass of a buffer's sweep got, so that the next invocation goes on behind it. It says
/// where to look next and nothing else: what is removed, is judged anew. So a mark that is lost costs a pass its
/// beginning, and one that is written by a request that arrives late costs it a part, which the next pass goes through.
/// Safe for concurrent use.
///
/// Every method throws [io.sluice.objects.StoreException].
public interface SweepMark {
    /// Of who goes through everything, and says so to nobody.
    SweepMark NONE = new SweepMark() {
        @Override
        public Optional<Pass> pass() {
            return Optional.empty();
        }

        @Override
        public void keep(Pass pass) {
            // Nobody asks for it.
        }
    };

    /// One way through all that is staged.
    ///
    /// @param begun when its first invocation began
    /// @param upTo  staged objects up to this key have been gone through; empty: all have
    record Pass(Instant begun, Optional<String> upTo) {
        static Pass ended(Instant begun) {
            return new Pass(begun, Optional.empty());
        }

        Pass upTo(String key) {
            return new Pass(begun, Optional.of(key));
        }
    }

    /// The last pass, read consistently; empty where there was none, or where what is said of it makes no sense.
    Optional<Pass> pass();

    /// Replaces what was said before.
    void keep(Pass pass);
}
