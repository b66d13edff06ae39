/// The contracts of the ports, as tests: the fakes and the real services pass the same ones. The only package of the
/// testkit that knows JUnit.
@NullMarked
package io.sluice.testkit.contract;

import org.jspecify.annotations.NullMarked;
