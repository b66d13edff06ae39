/// Completion of the command line by a shell: a description of its commands, and the scripts that bash, zsh and fish
/// read, all three made of it.
@NullMarked
package io.sluice.local.completion;

import org.jspecify.annotations.NullMarked;
