/// A Firehose for tests of producers, in the tests' own process.
@NullMarked
package io.sluice.junit;

import org.jspecify.annotations.NullMarked;
