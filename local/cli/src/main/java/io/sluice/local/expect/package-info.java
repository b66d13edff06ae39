/// Expectations beside a configuration, and what the stream's own steps make of them: cases with a record each, and
/// where it is to go. Knows no server; `test` of the command line finds the files and prints.
@NullMarked
package io.sluice.local.expect;

import org.jspecify.annotations.NullMarked;
