/// What the jars that are deployed are made with, and what is deployed.
@NullMarked
package io.sluice.lean;

import org.jspecify.annotations.NullMarked;
