/// The builtins of jq 1.6 that are written in Java.
@NullMarked
package io.sluice.jq.builtin;

import org.jspecify.annotations.NullMarked;
