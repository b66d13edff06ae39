/// JSON text into values, as jq 1.6 reads it: exactly for what is strange, quickly for what is usual.
@NullMarked
package io.sluice.jq.json;

import org.jspecify.annotations.NullMarked;
