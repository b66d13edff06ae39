/// The main job: feeds input through the functions on the embedded servers, flushes what was buffered, and can take up
/// a run that was cut short.
@NullMarked
package io.sluice.local.run;

import org.jspecify.annotations.NullMarked;
