/// The ports in memory. Each keeps the contract of its port, damage and loss that a test orders included.
@NullMarked
package io.sluice.testkit.memory;

import org.jspecify.annotations.NullMarked;
