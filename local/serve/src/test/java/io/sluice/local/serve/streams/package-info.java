@NullMarked
package io.sluice.local.serve.streams;

import org.jspecify.annotations.NullMarked;
