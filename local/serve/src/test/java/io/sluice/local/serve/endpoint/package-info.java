@NullMarked
package io.sluice.local.serve.endpoint;

import org.jspecify.annotations.NullMarked;
