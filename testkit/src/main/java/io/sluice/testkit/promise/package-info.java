/// What is promised for years (`docs/reference/compatibility.md`): lists that the project keeps, and how the product is
/// held to them. Owns how the lists are written, and what breaks a promise.
@NullMarked
package io.sluice.testkit.promise;

import org.jspecify.annotations.NullMarked;
