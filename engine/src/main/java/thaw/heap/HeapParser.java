package thaw.heap;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a heap dump, in the format of HotSpot on 64 bits.
 *
 * <pre>
 * file:    "JAVA PROFILE 1.0.2" NUL  size of ids (4)  time (8)  records
 * record:  tag (1)  time (4)  length (4)  body
 * </pre>
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/hotspot/share/services/heapDumper.cpp">
 *     heapDumper.cpp, whose head documents the format</a>
 */
final class HeapParser {
  private static final String MAGIC = "JAVA PROFILE 1.0.2";
  private static final int ID_BYTES = 8;

  private static final int TEXT = 0x01;
  private static final int LOADED_CLASS = 0x02;
  private static final int DUMP = 0x0c;
  private static final int SEGMENT = 0x1c;
  private static final int END = 0x2c;

  static final int CLASS = 0x20;
  static final int INSTANCE = 0x21;
  static final int OBJECTS = 0x22;
  static final int PRIMITIVES = 0x23;

  private final Cursor in;
  private final long size;
  private final LongTable texts = new LongTable();
  private long[] textPositions = new long[1 << 12];
  private @Nullable String[] decoded = new String[0];
  private final Map<Long, Long> classNames = new HashMap<>();
  private final LongTable ids = new LongTable();
  private long[] positions = new long[1 << 12];
  private final List<HeapClass> classes = new ArrayList<>();
  private final List<Long> roots = new ArrayList<>();
  private boolean ended;

  private HeapParser(MemorySegment content) {
    this.in = new Cursor(content, 0);
    this.size = content.byteSize();
  }

  static Heap parse(MemorySegment content) throws BadHeapDump {
    try {
      HeapParser parser = new HeapParser(content);
      parser.file();
      return new Heap(
          content,
          parser.classes,
          parser.ids,
          Arrays.copyOf(parser.positions, parser.ids.size()),
          parser.roots);
    } catch (IndexOutOfBoundsException e) {
      throw new BadHeapDump("it ends early");
    }
  }

  private void file() throws BadHeapDump {
    if (!in.text(MAGIC.length()).equals(MAGIC) || in.u1() != 0) {
      throw new BadHeapDump("it begins with something else");
    }
    if (in.i4() != ID_BYTES) {
      throw new BadHeapDump("ids are not of 8 bytes");
    }
    in.skip(8);
    while (in.position() < size && !ended) {
      record();
    }
    if (!ended) {
      throw new BadHeapDump("it has no end");
    }
  }

  private void record() throws BadHeapDump {
    int tag = in.u1();
    in.skip(4);
    long length = in.u4();
    long end = in.position() + length;
    switch (tag) {
      case TEXT -> {
        int number = texts.add(in.i8());
        if (number == textPositions.length) {
          textPositions = Arrays.copyOf(textPositions, number * 2);
        }
        textPositions[number] = in.position();
      }
      case LOADED_CLASS -> {
        in.skip(4);
        long id = in.i8();
        in.skip(4);
        classNames.put(id, in.i8());
      }
      case DUMP, SEGMENT -> {
        while (in.position() < end) {
          part();
        }
      }
      case END -> ended = true;
      default -> {} // stack traces
    }
    in.to(end);
  }

  private void part() throws BadHeapDump {
    long start = in.position();
    int tag = in.u1();
    switch (tag) {
      case 0xff, 0x05, 0x07 -> root(0); // unknown, system class, monitor
      case 0x01 -> root(ID_BYTES); // JNI global
      case 0x02, 0x03, 0x08 -> root(8); // JNI local, Java frame, thread
      case 0x04, 0x06 -> root(4); // native stack, thread block
      case CLASS -> classDump();
      case INSTANCE -> {
        object(start);
        in.skip(4 + ID_BYTES);
        in.skip(in.u4());
      }
      case OBJECTS -> {
        object(start);
        in.skip(4);
        long length = in.u4();
        in.skip(ID_BYTES + length * ID_BYTES);
      }
      case PRIMITIVES -> {
        object(start);
        in.skip(4);
        long length = in.u4();
        in.skip(length * JavaType.of(in.u1()).bytes());
      }
      default -> throw new BadHeapDump("part " + tag);
    }
  }

  private void root(int more) {
    roots.add(in.i8());
    in.skip(more);
  }

  private void object(long start) {
    int number = ids.add(in.i8());
    if (number == positions.length) {
      positions = Arrays.copyOf(positions, number * 2);
    }
    positions[number] = start;
  }

  private void classDump() throws BadHeapDump {
    final long id = in.i8();
    in.skip(4);
    final long superId = in.i8();
    final long loader = in.i8();
    in.skip(4 * ID_BYTES + 4); // signers, domain, two reserved, size
    for (int constants = in.u2(); constants > 0; constants--) {
      in.skip(2);
      in.skip(JavaType.of(in.u1()).bytes());
    }
    List<HeapClass.Static> statics = new ArrayList<>();
    for (int i = in.u2(); i > 0; i--) {
      String name = text(in.i8());
      JavaType type = JavaType.of(in.u1());
      statics.add(new HeapClass.Static(name, type, in.bits(type)));
    }
    List<HeapClass.Field> fields = new ArrayList<>();
    for (int i = in.u2(); i > 0; i--) {
      fields.add(new HeapClass.Field(text(in.i8()), JavaType.of(in.u1())));
    }
    Long name = classNames.get(id);
    classes.add(
        new HeapClass(
            id,
            name == null ? "" : text(name).replace('/', '.'),
            superId,
            loader,
            List.copyOf(statics),
            List.copyOf(fields)));
  }

  /** The length is in front of the id, which is in front of the text. */
  private String text(long id) {
    int number = texts.find(id);
    if (number == LongTable.ABSENT) {
      return "?";
    }
    if (number >= decoded.length) {
      decoded = Arrays.copyOf(decoded, textPositions.length);
    }
    String known = decoded[number];
    if (known == null) {
      long here = in.position();
      in.to(textPositions[number] - ID_BYTES - 4);
      int length = in.i4() - ID_BYTES;
      in.skip(ID_BYTES);
      known = in.text(length);
      decoded[number] = known;
      in.to(here);
    }
    return known;
  }
}
