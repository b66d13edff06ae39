/// Key values: what a record's partition is made of, handed from the query to the prefix and the answer.
@NullMarked
package io.sluice.keys;

import org.jspecify.annotations.NullMarked;
