/// Firehose's API, and nothing of a server: what a call of it is, who may make it, what its requests say and what its
/// answers look like.
@NullMarked
package io.sluice.api;

import org.jspecify.annotations.NullMarked;
