/// One flush run: fold what arrived, commit, write the due objects, clean up. The order of its requests is the protocol
/// (`docs/internals/design/protocol.md`).
@NullMarked
package io.sluice.flush;

import org.jspecify.annotations.NullMarked;
