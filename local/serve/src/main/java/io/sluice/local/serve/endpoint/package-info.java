/// The Firehose API over HTTP and TLS: requests are bounded, their signatures checked, and each of the twelve
/// operations handed to what does it.
@NullMarked
package io.sluice.local.serve.endpoint;

import org.jspecify.annotations.NullMarked;
