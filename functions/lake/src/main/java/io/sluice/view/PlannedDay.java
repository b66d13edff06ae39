package io.sluice.view;

import io.sluice.source.SourceObject;
import java.time.LocalDate;
import java.util.List;

/// The objects of a day that are moved at one time: decided once, by whoever plans them first. What comes later stays
/// where it is, and stays visible there.
public interface PlannedDay {
    LocalDate day();

    /// The number of the plan, from 1 for each day.
    int number();

    /// The objects, those together that are moved together; always in the same order.
    List<List<SourceObject>> units();

    /// The stored bytes of each unit.
    default List<Long> unitBytes() {
        return units().stream().map(unit -> unit.stream().mapToLong(SourceObject::length).sum()).toList();
    }
}
