/// The API's operations on streams of calls, which are nothing but their configurations. Whoever answers them keeps
/// nothing that is needed once a call is answered: a server, of which there may be any number, or a function. (ADR
/// 0116)
@NullMarked
package io.sluice.direct;

import org.jspecify.annotations.NullMarked;
