package thaw.heap;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The shortest paths to the objects of a heap: first from static fields of the classes that a
 * program brought along, then from everything else that keeps objects alive.
 */
final class HeapPaths {
  private static final int UNSEEN = Integer.MIN_VALUE;
  private static final int ROOT = -1;

  /** Static field number n is entered as this minus n. */
  private static final int FIRST_STATIC = -2;

  private static final String LOCAL_ENTRY = "java.lang.ThreadLocal$ThreadLocalMap$Entry";

  private final Heap heap;
  private final int[] parents;
  private final List<Holder> holders = new ArrayList<>();
  private final Deque<Integer> queue = new ArrayDeque<>();

  private record Holder(HeapClass type, HeapClass.Static field) {}

  /**
   * A way to an object.
   *
   * @param start the class of the static field that it begins with, or of the first own object
   * @param holder the last own class that it goes through
   * @param field the fields one after the other, joined by points
   * @param isStatic whether it begins with a static field
   */
  record Way(HeapClass start, HeapClass holder, String field, boolean isStatic) {}

  private HeapPaths(Heap heap) {
    this.heap = heap;
    this.parents = new int[heap.size()];
    Arrays.fill(parents, UNSEEN);
  }

  /**
   * @param isEnd what such objects refer to is not followed
   */
  static HeapPaths of(Heap heap, ApplicationLoaders own, IntPredicate isEnd) {
    HeapPaths reach = new HeapPaths(heap);
    List<HeapClass> others = new ArrayList<>();
    for (HeapClass type : heap.classes()) {
      if (own.has(type)) {
        reach.enter(type);
      } else {
        others.add(type);
      }
    }
    reach.follow(isEnd);
    heap.roots().forEach(id -> reach.enter(id, ROOT));
    reach.follow(isEnd);
    others.forEach(reach::enter);
    reach.follow(isEnd);
    return reach;
  }

  private void enter(HeapClass type) {
    for (HeapClass.Static field : type.statics()) {
      if (field.type() == JavaType.OBJECT && !isInternal(field)) {
        enter(field.bits(), FIRST_STATIC - holders.size());
        holders.add(new Holder(type, field));
      }
    }
  }

  /** Tells whether a field is one in which the dump shows what the JVM keeps with a class. */
  static boolean isInternal(HeapClass.Static field) {
    return field.name().startsWith("<");
  }

  private void enter(long id, int parent) {
    int object = heap.find(id);
    if (object != LongTable.ABSENT && parents[object] == UNSEEN) {
      parents[object] = parent;
      queue.add(object);
    }
  }

  private void follow(IntPredicate isEnd) {
    for (Integer next = queue.poll(); next != null; next = queue.poll()) {
      int object = next;
      if (!isEnd.test(object)) {
        heap.references(object, id -> enter(id, object));
      }
    }
  }

  boolean reached(int object) {
    return parents[object] != UNSEEN;
  }

  /** Returns an object that is reached, and those by which it is, from the last to the first. */
  List<Integer> chain(int object) {
    List<Integer> chain = new ArrayList<>();
    for (int each = object; each >= 0; each = parents[each]) {
      chain.add(each);
    }
    return chain;
  }

  /**
   * Returns the way to an object; empty when no class of the program's own is on it: the object is
   * the JDK's or a tool's.
   */
  Optional<Way> way(int object, ApplicationLoaders own) {
    return way(object, own, true);
  }

  private Optional<Way> way(int object, ApplicationLoaders own, boolean throughLocals) {
    Deque<String> fields = new ArrayDeque<>();
    @Nullable HeapClass holder = null;
    Optional<Way> found = Optional.empty();
    int child = object;
    int parent = parents[object];
    while (parent >= 0) {
      Heap.Step step = heap.step(parent, heap.id(child));
      boolean element = !fields.isEmpty() && fields.getFirst().startsWith("[");
      fields.addFirst(element ? step.name() + fields.removeFirst() : step.name());
      HeapClass type = heap.classOf(parent).orElse(null);
      if (throughLocals && type != null && type.name().equals(LOCAL_ENTRY)) {
        Optional<Way> local = local(parent, own, fields);
        if (local.isPresent()) {
          return local;
        }
      }
      if (type != null && own.has(type)) {
        holder = holder == null ? type : holder;
        found = Optional.of(new Way(type, holder, String.join(".", fields), false));
      }
      child = parent;
      parent = parents[child];
    }
    if (parent > FIRST_STATIC) {
      return found;
    }
    Holder root = holders.get(FIRST_STATIC - parent);
    if (!own.has(root.type())) {
      return found;
    }
    String rest = String.join(".", fields);
    String separator = rest.isEmpty() || rest.startsWith("[") ? "" : ".";
    return Optional.of(
        new Way(
            root.type(),
            holder == null ? root.type() : holder,
            root.field().name() + separator + rest,
            true));
  }

  /**
   * Returns the path to a value that a thread holds by a {@code ThreadLocal} in a static field of
   * the program's own.
   */
  private Optional<Way> local(int entry, ApplicationLoaders own, Deque<String> fields) {
    int key = heap.find(heap.bits(entry, "referent").orElse(0L));
    if (key == LongTable.ABSENT || !reached(key) || !fields.getFirst().startsWith("value")) {
      return Optional.empty();
    }
    List<String> rest = new ArrayList<>(fields);
    rest.set(0, "get()");
    return way(key, own, false)
        .filter(Way::isStatic)
        .map(way ->
            new Way(way.start(), way.holder(), way.field() + "." + String.join(".", rest), true));
  }
}
