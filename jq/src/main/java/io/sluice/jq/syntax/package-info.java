/// A program's text into its syntax tree, and what can be told of a program from its tree alone.
@NullMarked
package io.sluice.jq.syntax;

import org.jspecify.annotations.NullMarked;
