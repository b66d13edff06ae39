/// jq's values, their order, and the bytes that they are written as. Immutable; know nothing of programs.
@NullMarked
package io.sluice.jq.value;

import org.jspecify.annotations.NullMarked;
