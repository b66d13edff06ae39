/// Records, and whole contents, as others' libraries write them.
@NullMarked
package io.sluice.testkit.wire;

import org.jspecify.annotations.NullMarked;
