@NullMarked
package io.sluice.local.serve.journal;

import org.jspecify.annotations.NullMarked;
