/// Buckets of the user's: objects of them as inputs, and what a run delivers into one. Any server that speaks S3's
/// protocol, with the credentials and the region that AWS's own tools would take.
@NullMarked
package io.sluice.local.s3;

import org.jspecify.annotations.NullMarked;
