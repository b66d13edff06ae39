/// A syntax tree into nodes: names bound, builtins found, common shapes cut short.
@NullMarked
package io.sluice.jq.compile;

import org.jspecify.annotations.NullMarked;
