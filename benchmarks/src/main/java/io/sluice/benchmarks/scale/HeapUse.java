package io.sluice.benchmarks.scale;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;

/// The part of the heap that a process used since its start.
///
/// @param peak the pools' peaks, added up: garbage included, and at least as much as there ever was at once
/// @param live what the last collection of each pool left
record HeapUse(long peak, long live) {
    static HeapUse now() {
        List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP).toList();
        long peak = pools.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        long live = pools.stream().map(MemoryPoolMXBean::getCollectionUsage)
                .mapToLong(usage -> usage == null ? 0 : used(usage)).sum();
        return new HeapUse(peak, live);
    }

    private static long used(MemoryUsage usage) {
        return usage.getUsed();
    }
}
