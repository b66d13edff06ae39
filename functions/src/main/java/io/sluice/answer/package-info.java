/// Answers to Firehose in delivery `firehose`: each record with its partition keys, Firehose writes the objects.
@NullMarked
package io.sluice.answer;

import org.jspecify.annotations.NullMarked;
