/// Objects that somebody puts into a bucket, and whose records are a stream's: each version is read once, in parts of
/// which each has a receipt, whatever S3's notifications repeat. See `docs/decisions/0046-uploaded-objects.md`.
@NullMarked
package io.sluice.upload;

import org.jspecify.annotations.NullMarked;
