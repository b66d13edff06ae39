/// Text lines as JSON records: transformers for forms that are well known, and for a pattern of the user's. A line that
/// does not have its form is rejected as it is.
@NullMarked
package io.sluice.lines;

import org.jspecify.annotations.NullMarked;
