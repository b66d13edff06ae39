/// The jq module beside another jq for Java. Programs are data here: both evaluate the same texts on the same bytes.
@NullMarked
package io.sluice.benchmarks.jq;

import org.jspecify.annotations.NullMarked;
