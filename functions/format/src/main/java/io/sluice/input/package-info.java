/// From the bytes of a file or an object to records: decompression, and cutting at line ends and between JSON documents
/// without parsing them; and when each record arrived.
@NullMarked
package io.sluice.input;

import org.jspecify.annotations.NullMarked;
