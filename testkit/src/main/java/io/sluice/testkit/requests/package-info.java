/// Wrappers that meet requests on their way to a port: they are passed on, written down, made to fail, or changed by a
/// subclass that overrides the one it is about.
@NullMarked
package io.sluice.testkit.requests;

import org.jspecify.annotations.NullMarked;
