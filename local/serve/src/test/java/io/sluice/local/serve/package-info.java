@NullMarked
package io.sluice.local.serve;

import org.jspecify.annotations.NullMarked;
