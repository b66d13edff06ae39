/// The reasons why records were rejected: the error objects of a run counted by reason, with an example and where it
/// stands in the input.
@NullMarked
package io.sluice.local.rejects;

import org.jspecify.annotations.NullMarked;
