package thaw.heap;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Objects that numbers come from which nobody should foresee, and what their next ones depend on.
 *
 * <p>Left out are those that read the kernel's randomness for each number, as the default {@code
 * SecureRandom} does, and {@code ThreadLocalRandom}, whose state is in threads.
 */
final class RandomSources {
  /** They and their subclasses; of libraries those that are widely used. */
  private static final List<String> BASES =
      List.of(
          "java.util.Random",
          "java.util.SplittableRandom",
          "kotlin.random.Random",
          "org.apache.commons.math3.random.AbstractRandomGenerator",
          "org.apache.commons.math3.random.BitsStreamGenerator",
          "org.apache.commons.rng.core.BaseProvider");

  /** The generators of {@code java.util.random}, wherever their JDK has them. */
  private static final String GENERATORS = "jdk.internal.util.random.RandomSupport$Abstract";

  private static final String SECURE = "java.security.SecureRandom";
  private static final String THREAD_LOCAL = "java.util.concurrent.ThreadLocalRandom";
  private static final String DRBG = "sun.security.provider.DRBG";
  private static final String SHA1PRNG = "sun.security.provider.SecureRandom";

  /**
   * The most objects of a generator's state, more than any has; what is bigger is no state of its
   * own.
   */
  private static final int MOST_OBJECTS = 64;

  private static final int MOST_BYTES = 1 << 16;

  private final Heap heap;
  private final Map<Long, Boolean> known = new HashMap<>(); // class id to whether it is one

  RandomSources(Heap heap) {
    this.heap = heap;
  }

  boolean is(int object) {
    Optional<HeapClass> type = heap.classOf(object);
    return type.isPresent() && known.computeIfAbsent(type.get().id(), _ -> is(type.get()));
  }

  private boolean is(HeapClass type) {
    for (Optional<HeapClass> each = Optional.of(type);
        each.isPresent();
        each = heap.byId(each.get().superId())) {
      String name = each.get().name();
      if (name.equals(THREAD_LOCAL)) {
        return false;
      }
      if (BASES.contains(name) || name.startsWith(GENERATORS)) {
        return true;
      }
    }
    return false;
  }

  private boolean isSecure(int object) {
    for (Optional<HeapClass> each = heap.classOf(object);
        each.isPresent();
        each = heap.byId(each.get().superId())) {
      if (each.get().name().equals(SECURE)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the name that people know: the class, and for a {@code SecureRandom} its algorithm. */
  String name(int source) {
    String type = heap.className(source);
    if (!isSecure(source)) {
      return type;
    }
    int engine = engine(source);
    String algorithm = heap.className(engine).equals(DRBG) ? "DRBG" : "SHA1PRNG";
    return type + " (" + algorithm + ")";
  }

  private int engine(int secure) {
    return heap.find(heap.bits(secure, "secureRandomSpi").orElse(0L));
  }

  /**
   * Returns a text of the state that is equal for two sources that give the same numbers; empty for
   * one whose numbers nobody can foresee.
   */
  Optional<String> state(int source) throws BadHeapDump {
    if (!isSecure(source)) {
      return content(source);
    }
    int engine = engine(source);
    if (engine == LongTable.ABSENT) {
      return Optional.empty();
    }
    return switch (heap.className(engine)) {
      case DRBG -> drbg(engine);
      case SHA1PRNG ->
          heap.bits(engine, "state").orElse(0L) == 0
              ? Optional.empty() // takes a seed when it is first used
              : content(engine);
      default -> Optional.empty();
    };
  }

  /** One that has not been used takes its seed when it is. */
  private Optional<String> drbg(int engine) throws BadHeapDump {
    int mechanism = heap.find(heap.bits(engine, "impl").orElse(0L));
    return mechanism != LongTable.ABSENT && heap.bits(mechanism, "instantiated").orElse(0L) != 0
        ? content(mechanism)
        : Optional.empty();
  }

  /** All numbers in an object and in what it consists of; empty when there are none. */
  Optional<String> content(int object) throws BadHeapDump {
    StringBuilder text = new StringBuilder();
    boolean[] any = {false};
    Set<Integer> seen = new HashSet<>();
    Deque<Integer> queue = new ArrayDeque<>();
    seen.add(object);
    queue.add(object);
    for (Integer next = queue.poll();
        next != null && seen.size() <= MOST_OBJECTS;
        next = queue.poll()) {
      int each = next;
      heap.classOf(each)
          .ifPresent(type ->
              heap.slots(type).stream()
                  .filter(slot -> slot.type() != JavaType.OBJECT)
                  .forEach(slot -> {
                    long bits = heap.bits(each, slot);
                    any[0] |= bits != 0;
                    text.append(slot.name()).append('=').append(bits).append(' ');
                  }));
      for (byte one : heap.primitives(each, MOST_BYTES).orElse(new byte[0])) {
        any[0] |= one != 0;
        text.append(one).append(',');
      }
      if (!isElsewhere(each)) {
        heap.references(
            each,
            id -> {
              int part = heap.find(id);
              if (part != LongTable.ABSENT && seen.add(part)) {
                queue.add(part);
              }
            });
      }
    }
    return any[0] ? Optional.of(text.toString()) : Optional.empty();
  }

  /** Parts of a generator that are not its own: where it comes from, and how it is guarded. */
  private boolean isElsewhere(int object) {
    String name = heap.className(object);
    return name.startsWith("java.security.Provider")
        || name.startsWith("java.lang.")
        || name.startsWith("java.util.concurrent.locks.");
  }
}
