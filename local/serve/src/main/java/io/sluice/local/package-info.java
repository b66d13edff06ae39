/// Failures that end a command or a server with a message for its user.
@NullMarked
package io.sluice.local;

import org.jspecify.annotations.NullMarked;
