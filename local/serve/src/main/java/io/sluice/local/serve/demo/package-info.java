/// `sluice serve --demo`: a clickstream to look at, and a flusher to kill.
@NullMarked
package io.sluice.local.serve.demo;

import org.jspecify.annotations.NullMarked;
