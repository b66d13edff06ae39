/// Where a source that numbers its records has been read to: what lies at or below a position is staged, once and for
/// good. See `docs/design/protocol.md`, "Positions".
@NullMarked
package io.sluice.position;

import org.jspecify.annotations.NullMarked;
