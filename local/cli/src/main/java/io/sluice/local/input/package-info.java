/// Turns what the user names on the command line (files, folders, standard input, gzip of these) into records, one by
/// one and in a fixed order, each with its position.
@NullMarked
package io.sluice.local.input;

import org.jspecify.annotations.NullMarked;
