/// Records with the time of their arrival, and what they are read from: an input that can be opened again, the error
/// objects that an earlier delivery left.
@NullMarked
package io.sluice.local.records;

import org.jspecify.annotations.NullMarked;
