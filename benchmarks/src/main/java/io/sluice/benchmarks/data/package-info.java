/// The data that is measured on: a clickstream whose every byte is a function of a number, and its configuration.
@NullMarked
package io.sluice.benchmarks.data;

import org.jspecify.annotations.NullMarked;
