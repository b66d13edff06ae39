/// The built functions on AWS's own Lambda runtime interface client, without Docker.
@NullMarked
package io.sluice.local.runtime;

import org.jspecify.annotations.NullMarked;
