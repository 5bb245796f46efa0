package thaw.heap;

import java.util.HashSet;
import java.util.Set;

/**
 * Which classes a program brought along: those of loaders that are neither the JDK's nor the one of
 * the class path, where the platform has its own.
 */
final class Own {
  private static final String OF_THE_JDK = "jdk.internal.loader.ClassLoaders$";
  private static final long BOOT = 0;

  private final Set<Long> foreign = new HashSet<>();

  Own(Heap heap) {
    foreign.add(BOOT);
    for (HeapClass type : heap.classes()) {
      int loader = heap.find(type.loaderId());
      if (loader == LongTable.ABSENT || heap.className(loader).startsWith(OF_THE_JDK)) {
        foreign.add(type.loaderId());
      }
    }
  }

  boolean has(HeapClass type) {
    return !foreign.contains(type.loaderId());
  }
}
