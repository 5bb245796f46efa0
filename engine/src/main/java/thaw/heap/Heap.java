package thaw.heap;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a heap dump. They are numbered from 0 on; what refers to them says their id. The
 * classes' own objects are no objects here.
 */
final class Heap {
  private static final int INSTANCE_HEAD = 1 + 8 + 4 + 8 + 4;
  private static final int UTF16 = 1;

  private final MemorySegment content;
  private final List<HeapClass> classes;
  private final Map<Long, HeapClass> byId = new HashMap<>();
  private final Map<Long, List<Slot>> slots = new HashMap<>();
  private final LongTable ids;
  private final long[] positions;
  private final List<Long> roots;
  private final @Nullable HeapClass[] types; // of arrays null

  /** A field of an instance, and where its value is. */
  record Slot(HeapClass declaring, String name, JavaType type, int offset) {}

  /** A reference to an object: a field of an instance, or an element of an array. */
  record Step(@Nullable HeapClass declaring, String name) {}

  Heap(
      MemorySegment content,
      List<HeapClass> classes,
      LongTable ids,
      long[] positions,
      List<Long> roots) {
    this.content = content;
    this.classes = classes;
    this.ids = ids;
    this.positions = positions;
    this.roots = roots;
    classes.forEach(each -> byId.put(each.id(), each));
    this.types = new HeapClass[positions.length];
    for (int object = 0; object < types.length; object++) {
      if (isInstance(object)) {
        types[object] = byId.get(new Cursor(content, positions[object] + 1 + 8 + 4).i8());
      }
    }
  }

  /**
   * @param arena the heap is read from the file as long as this is open
   */
  static Heap read(Path file, Arena arena) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      return HeapParser.parse(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
    }
  }

  List<HeapClass> classes() {
    return classes;
  }

  /** Ids of what threads, native code and the JVM itself hold. */
  List<Long> roots() {
    return roots;
  }

  int size() {
    return positions.length;
  }

  /** {@link LongTable#ABSENT} for null and for classes. */
  int find(long id) {
    return ids.find(id);
  }

  /**
   * Returns the class with an id, such as that of a superclass. It is empty for the superclass of
   * {@code java.lang.Object}, which has none, and for a class that is not in the dump.
   */
  Optional<HeapClass> byId(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  private boolean isInstance(int object) {
    return tag(object) == HeapParser.INSTANCE;
  }

  private int tag(int object) {
    return new Cursor(content, positions[object]).u1();
  }

  /** Returns the class of an object; empty for arrays. */
  Optional<HeapClass> classOf(int object) {
    return Optional.ofNullable(types[object]);
  }

  /** Name of an instance's class; empty for arrays. */
  String className(int object) {
    return classOf(object).map(HeapClass::name).orElse("");
  }

  /** All fields of a class's instances: its own, then those of its superclasses. */
  List<Slot> slots(HeapClass type) {
    List<Slot> known = slots.get(type.id());
    if (known != null) {
      return known;
    }
    List<Slot> all = new ArrayList<>();
    int offset = INSTANCE_HEAD;
    for (Optional<HeapClass> each = Optional.of(type);
        each.isPresent();
        each = byId(each.get().superId())) {
      for (HeapClass.Field field : each.get().fields()) {
        all.add(new Slot(each.get(), field.name(), field.type(), offset));
        offset += field.type().bytes();
      }
    }
    slots.put(type.id(), all);
    return all;
  }

  long bits(int object, Slot slot) {
    return new Cursor(content, positions[object] + slot.offset()).bits(slot.type());
  }

  /** The field's bits, by its name. */
  Optional<Long> bits(int object, String field) {
    return classOf(object).stream()
        .flatMap(type -> slots(type).stream())
        .filter(slot -> slot.name().equals(field))
        .map(slot -> bits(object, slot))
        .findFirst();
  }

  /** The ids that an object refers to. */
  void references(int object, LongConsumer target) {
    switch (tag(object)) {
      case HeapParser.INSTANCE -> {
        HeapClass type = types[object];
        if (type != null) {
          for (Slot slot : slots(type)) {
            if (slot.type() == JavaType.OBJECT) {
              target.accept(bits(object, slot));
            }
          }
        }
      }
      case HeapParser.OBJECTS -> {
        Cursor in = array(object);
        int length = in.i4();
        in.skip(8);
        for (int i = 0; i < length; i++) {
          target.accept(in.i8());
        }
      }
      default -> {} // primitives
    }
  }

  /** Returns the reference by which one object leads to another. */
  Step step(int from, long id) {
    HeapClass type = classOf(from).orElse(null);
    if (type != null) {
      for (Slot slot : slots(type)) {
        if (slot.type() == JavaType.OBJECT && bits(from, slot) == id) {
          return new Step(slot.declaring(), slot.name());
        }
      }
    }
    int[] index = {0, 0};
    references(
        from,
        each -> {
          index[1] = each == id ? index[0] : index[1];
          index[0]++;
        });
    return new Step(null, "[" + index[1] + "]");
  }

  long id(int object) {
    return new Cursor(content, positions[object] + 1).i8();
  }

  private Cursor array(int object) {
    return new Cursor(content, positions[object] + 1 + 8 + 4);
  }

  /** The elements of an array of primitive values, at most so many bytes; empty for others. */
  Optional<byte[]> primitives(int object, int atMost) throws BadHeapDump {
    if (tag(object) != HeapParser.PRIMITIVES) {
      return Optional.empty();
    }
    Cursor in = array(object);
    long length = in.u4();
    length *= JavaType.of(in.u1()).bytes();
    return Optional.of(in.bytes((int) Math.min(length, atMost)));
  }

  /** Returns whether it is a {@code byte[]} of some length. */
  boolean isBytes(int object) throws BadHeapDump {
    if (tag(object) != HeapParser.PRIMITIVES) {
      return false;
    }
    Cursor in = array(object);
    in.skip(4);
    return JavaType.of(in.u1()) == JavaType.BYTE;
  }

  /** The first characters of a {@code java.lang.String}. */
  Optional<String> string(int object, int atMost) throws BadHeapDump {
    int value = find(bits(object, "value").orElse(0L));
    if (value == LongTable.ABSENT || !className(object).equals("java.lang.String")) {
      return Optional.empty();
    }
    boolean wide = bits(object, "coder").orElse(0L) == UTF16;
    byte[] bytes = primitives(value, wide ? 2 * atMost : atMost).orElse(new byte[0]);
    // In the byte order of the JVM's machine, which is this one.
    return Optional.of(
        new String(bytes, wide ? StandardCharsets.UTF_16LE : StandardCharsets.ISO_8859_1));
  }
}
