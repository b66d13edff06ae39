/// The identity of a source's records, by which they are known when it hands them over again: by their batch, by their
/// place, where it numbers them, or one by one. What lies at or below a position is staged, once and for good; so is
/// what has a receipt. See `docs/internals/design/protocol.md`, "Positions" and "Receipts".
@NullMarked
package io.sluice.position;

import org.jspecify.annotations.NullMarked;
