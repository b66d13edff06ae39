/// jq 1.6 in plain Java: gives the bytes that the jq 1.6 program gives, or says why not. Depends on nothing else of
/// Sluice.
@NullMarked
package io.sluice.jq;

import org.jspecify.annotations.NullMarked;
