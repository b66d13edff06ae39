/// `serve` under load: puts over HTTP beside what the disk does by itself.
@NullMarked
package io.sluice.benchmarks.serve;

import org.jspecify.annotations.NullMarked;
