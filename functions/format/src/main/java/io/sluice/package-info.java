/// Sluice: dynamic partitioning for Amazon S3.
@NullMarked
package io.sluice;

import org.jspecify.annotations.NullMarked;
