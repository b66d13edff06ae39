/// By what a source's records are known when it hands them over again: by their batch, by their place, where it numbers
/// them, or one by one. What lies at or below a position is staged, once and for good; so is what has a receipt. See
/// `docs/design/protocol.md`, "Positions" and "Receipts".
@NullMarked
package io.sluice.position;

import org.jspecify.annotations.NullMarked;
