/// Commands run for nothing but what the JVM learns by them: which classes they need, and which methods are hot. The
/// launcher records it in a cache after a build (ADR 0026).
@NullMarked
package io.sluice.local.rehearsal;

import org.jspecify.annotations.NullMarked;
