/// Lambda without Lambda: a function's jar, unpacked as `/var/task` is, on the runtime that Lambda runs it on, in a
/// process of its own, against a Runtime API in this one.
///
/// The runtime's own code is the caller's to bring: AWS's runtime interface client, which is for Linux only.
@NullMarked
package io.sluice.testkit.runtime;

import org.jspecify.annotations.NullMarked;
