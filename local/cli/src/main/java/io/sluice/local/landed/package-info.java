/// What landed of streams, as commands tell it: their landing logs found in folders or in a bucket, followed, and told
/// line by line.
@NullMarked
package io.sluice.local.landed;

import org.jspecify.annotations.NullMarked;
