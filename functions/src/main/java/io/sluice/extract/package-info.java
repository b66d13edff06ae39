/// Partitioning keys out of a record: by the stream's jq query and by user code (the `KeyExtractor` service).
@NullMarked
package io.sluice.extract;

import org.jspecify.annotations.NullMarked;
