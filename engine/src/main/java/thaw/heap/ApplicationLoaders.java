package thaw.heap;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The classes that a program brought along: those of loaders that are not the JDK's, and those of
 * the class path that are not the platform's. One runtime client has a loader for the function's
 * code, another one has it on the class path.
 */
final class ApplicationLoaders {
  private static final String OF_THE_JDK = "jdk.internal.loader.ClassLoaders$";
  private static final String OF_THE_CLASS_PATH = OF_THE_JDK + "AppClassLoader";
  private static final long BOOT = 0;

  /** The prefixes of the platform's classes that are on the class path. */
  private static final List<String> PLATFORM =
      List.of(
          "com.amazonaws.lambda.thirdparty.",
          "com.amazonaws.services.lambda.crac.",
          "com.amazonaws.services.lambda.runtime.",
          "software.amazon.awssdk.utilslite.",
          "thaw.");

  private final Set<Long> foreign = new HashSet<>();
  private final Set<Long> shared = new HashSet<>();

  ApplicationLoaders(Heap heap) {
    foreign.add(BOOT);
    for (HeapClass type : heap.classes()) {
      int loader = heap.find(type.loaderId());
      if (loader == LongTable.ABSENT) {
        foreign.add(type.loaderId());
      } else if (heap.className(loader).equals(OF_THE_CLASS_PATH)) {
        shared.add(type.loaderId());
      } else if (heap.className(loader).startsWith(OF_THE_JDK)) {
        foreign.add(type.loaderId());
      }
    }
  }

  boolean has(HeapClass type) {
    return shared.contains(type.loaderId())
        ? PLATFORM.stream().noneMatch(type.name()::startsWith)
        : !foreign.contains(type.loaderId());
  }
}
