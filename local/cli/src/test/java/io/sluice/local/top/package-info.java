@org.jspecify.annotations.NullMarked
package io.sluice.local.top;
