/// Worlds of folders: streams of any prefix, zone and rules, one after another, whose objects and removals are judged
/// record by record.
@NullMarked
package io.sluice.simulation.folders;

import org.jspecify.annotations.NullMarked;
