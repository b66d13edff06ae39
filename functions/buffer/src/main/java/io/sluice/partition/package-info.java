/// Partitions: all records that go under one bound prefix, and the text that names them in directories and manifests.
@NullMarked
package io.sluice.partition;

import org.jspecify.annotations.NullMarked;
