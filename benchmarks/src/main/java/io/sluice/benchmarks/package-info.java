/// The measurements of `./sluice bench`. Each harness is a package: it makes its data, checks what comes out, and gives
/// figures beside something known.
@NullMarked
package io.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
