/// Splits one source record into the user records that it carries.
@NullMarked
package io.sluice.deaggregate;

import org.jspecify.annotations.NullMarked;
