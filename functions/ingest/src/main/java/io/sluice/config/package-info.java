/// A stream's configuration: Firehose's own JSON plus the `Sluice` section. Parses, validates and reports all problems
/// together; nothing here knows how a stream is run.
@NullMarked
package io.sluice.config;

import org.jspecify.annotations.NullMarked;
