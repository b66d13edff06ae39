/// What commands and servers tell their users: failures that end them, and numbers as people read them.
@NullMarked
package io.sluice.local;

import org.jspecify.annotations.NullMarked;
