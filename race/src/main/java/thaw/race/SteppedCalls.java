package thaw.race;

import java.util.Set;

/**
 * Methods of the JDK's maps, collections and atomics that ask or write in one step, and so make an
 * update in two. Those that ask and write at once, as {@code computeIfAbsent} and {@code
 * compareAndSet}, are neither; they only count as writes of others.
 */
final class SteppedCalls {
  private static final String ATOMICS = "java/util/concurrent/atomic/Atomic";
  private static final Set<String> MAP_ASKS = Set.of("get", "containsKey", "getOrDefault");
  private static final Set<String> MAP_WRITES = Set.of("put");
  private static final Set<String> MAP_CHANGES =
      Set.of("put", "replace", "merge", "compute", "computeIfAbsent", "computeIfPresent");
  private static final Set<String> LIST_ASKS =
      Set.of("contains", "size", "isEmpty", "get", "indexOf", "peek", "getFirst", "getLast");
  private static final Set<String> LIST_WRITES =
      Set.of("add", "addFirst", "addLast", "set", "push", "offer");
  private static final Set<String> LIST_CHANGES =
      Set.of("add", "addFirst", "addLast", "addAll", "set", "push", "offer", "remove", "poll");
  private static final Set<String> ATOMIC_ASKS =
      Set.of("get", "getPlain", "getAcquire", "getOpaque", "intValue", "longValue");
  private static final Set<String> ATOMIC_WRITES =
      Set.of("set", "lazySet", "setPlain", "setRelease", "setOpaque");
  private static final Set<String> ATOMIC_READS = Set.of("toString", "doubleValue", "floatValue");

  private SteppedCalls() {}

  /** Returns whether its result is what something else may have changed before the next step. */
  static boolean asks(String owner, String method) {
    return switch (kind(owner)) {
      case MAP -> MAP_ASKS.contains(method);
      case ATOMIC -> ATOMIC_ASKS.contains(method);
      case COLLECTION -> LIST_ASKS.contains(method);
      case OTHER -> false;
    };
  }

  /** Returns whether it writes without a look at what is there. */
  static boolean writes(String owner, String method) {
    return switch (kind(owner)) {
      case MAP -> MAP_WRITES.contains(method);
      case ATOMIC -> ATOMIC_WRITES.contains(method);
      case COLLECTION -> LIST_WRITES.contains(method);
      case OTHER -> false;
    };
  }

  /** Returns whether it can change what another request has read. */
  static boolean changes(String owner, String method) {
    return switch (kind(owner)) {
      case MAP -> MAP_CHANGES.contains(method);
      case ATOMIC -> !ATOMIC_ASKS.contains(method) && !ATOMIC_READS.contains(method);
      case COLLECTION -> LIST_CHANGES.contains(method);
      case OTHER -> false;
    };
  }

  private enum Kind {
    MAP,
    COLLECTION,
    ATOMIC,
    OTHER
  }

  private static Kind kind(String owner) {
    if (owner.startsWith(ATOMICS)) {
      // An element of an array is no variable that is told apart here.
      return owner.endsWith("Array") || owner.endsWith("Updater") ? Kind.OTHER : Kind.ATOMIC;
    }
    if (!owner.startsWith("java/util/") || owner.endsWith("Set")) {
      return Kind.OTHER;
    }
    if (owner.endsWith("Map") || owner.equals("java/util/Hashtable")) {
      return Kind.MAP;
    }
    return owner.endsWith("List")
            || owner.endsWith("Collection")
            || owner.endsWith("Deque")
            || owner.endsWith("Queue")
            || owner.equals("java/util/Vector")
        ? Kind.COLLECTION
        : Kind.OTHER;
  }
}
