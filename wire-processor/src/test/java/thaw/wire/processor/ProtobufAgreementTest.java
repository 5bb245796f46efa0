package thaw.wire.processor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MapEntry;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import thaw.wire.Format;
import thaw.wire.Reader;
import thaw.wire.Shape;
import thaw.wire.WireException;
import thaw.wire.Writer;

/**
 * The classes that {@code protoc} makes of the schema that the processor prints read and write the
 * same bytes as the shapes that it writes. {@code -Dthaw.wire.seed=} repeats a run.
 */
class ProtobufAgreementTest {
  private static final String SOURCE =
      """
      package p;
      import java.math.*;
      import java.time.*;
      import java.util.*;
      import thaw.wire.*;
      @Described
      public record All(
          boolean bool, byte int8, short int16, int int32, long int64,
          @Key(integers = Key.Integers.ZIGZAG) int sint32,
          @Key(integers = Key.Integers.ZIGZAG) long sint64,
          @Key(integers = Key.Integers.FIXED) int fixed32,
          @Key(integers = Key.Integers.FIXED) long fixed64,
          float float32, double float64, char character,
          Boolean boxedBool, Integer boxedInt, Long boxedLong, Double boxedDouble,
          String string, BigDecimal decimal, BigInteger integer, Instant timestamp, Date date,
          UUID uuid, byte[] bytes, Colour colour, Size size,
          @Key(number = 30, name = "unit-price") Part part, All all, Page<Part> page,
          Optional<String> optional,
          List<Boolean> bools, int[] ints,
          @Key(integers = Key.Integers.ZIGZAG) List<Long> sints,
          @Key(integers = Key.Integers.FIXED) long[] fixeds,
          Set<Double> doubles, float[] floats, List<String> strings, List<byte[]> manyBytes,
          List<Instant> timestamps, List<Colour> colours, Size[] sizes, List<Part> parts,
          Map<String, String> texts,
          @Key(integers = Key.Integers.ZIGZAG) Map<Integer, Long> longs,
          Map<Long, Part> partsByLong, Map<Colour, Size> sizesByColour,
          @Key(number = 2047) Part last, @Key(number = 268435455) int largest) {
        public enum Colour { RED, GREEN, BLUE }
        public enum Size {
          @Key(name = "s") SMALL, @Key(number = 10) LARGE, HUGE, @Key(number = -7) NEGATIVE
        }
        public record Part(int number, String name, List<Part> parts, @Unknown byte[] rest) {
          @Override public boolean equals(Object other) {
            return other instanceof Part p && p.number == number
                && Objects.equals(p.name, name) && Objects.equals(p.parts, parts)
                && Arrays.equals(p.rest, rest);
          }
        }
        @Described
        public record Page<T>(List<T> of, int number) {}
      }
      """;

  @TempDir static Path folder;
  private static Message empty;
  private static Class<?> type;
  private static Shape<Object> shape;

  private static final Map<Class<?>, Set<String>> PRIMITIVES = new HashMap<>();
  private static final long SEED = Long.getLong("thaw.wire.seed", System.nanoTime());
  private final Random random = new Random(SEED);
  private final Writer writer = Format.PROTOBUF.writer();
  private final Reader reader = Format.PROTOBUF.reader();

  @BeforeAll
  static void compile() throws ReflectiveOperationException {
    CompiledSources compiled =
        CompiledSources.withOption("-Athaw.wire.proto=all.proto", folder, SOURCE).clean();
    shape = compiled.shape("p.All");
    type = compiled.loader().loadClass("p.All");
    empty = ProtocClasses.of(folder, "all.proto").message("p.protobuf.AllOuterClass$All");
    System.out.println("ProtobufAgreementTest: -Dthaw.wire.seed=" + SEED);
  }

  @Test
  void some_objects_agree_both_ways() {
    agree(3_000);
  }

  @Tag("thorough") // ten seconds of CPU; the seed is another one each time
  @Timeout(3_600)
  @Test
  void twenty_thousand_objects_agree_both_ways() {
    agree(20_000);
  }

  private void agree(int objects) {
    for (int i = 0; i < objects; i++) {
      if (i % 2 == 0) {
        theirs(random.nextInt(8) == 0 ? 2 : random.nextInt(2), i % 10 == 0);
      } else {
        ours();
      }
    }
  }

  /** What their classes have written is read, and written again to the last byte. */
  private void theirs(int depth, boolean otherwise) {
    Message message = message(empty, type, depth);
    byte[] bytes = message.toByteArray();
    Object read = reader.reset(bytes).read(shape);
    assertArrayEquals(bytes, writer.write(read, shape).toByteArray(), () -> said(message));
    if (!otherwise) {
      return;
    }
    byte[] shuffled = shuffled(message, true);
    Message merged = parsed(shuffled);
    Object readShuffled = reader.reset(shuffled).read(shape);
    byte[] again = writer.write(readShuffled, shape).toByteArray();
    assertEquals(merged, parsed(again), () -> said(message));
    assertArrayEquals(merged.toByteArray(), again, () -> said(message));
  }

  private static String said(Message message) {
    return "-Dthaw.wire.seed=" + SEED + "\n" + message;
  }

  /** Without what nobody knows. */
  private static Message parsed(byte[] bytes) {
    try {
      return empty
          .newBuilderForType()
          .mergeFrom(bytes)
          .setUnknownFields(UnknownFieldSet.getDefaultInstance())
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- objects of theirs

  private Message message(Message of, Class<?> described, int depth) {
    Message.Builder message = of.newBuilderForType();
    for (FieldDescriptor field : of.getDescriptorForType().getFields()) {
      boolean primitive = described != null && isPrimitive(described, field);
      if (!primitive && (random.nextInt(3) == 0 || (depth <= 0 && isOwn(field)))) {
        continue;
      }
      if (field.isMapField()) {
        Set<Object> keys = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          MapEntry<?, ?> entry =
              (MapEntry<?, ?>) message(message.newBuilderForField(field).build(), null, depth);
          Object key = key(field, entry.getKey());
          if (keys.add(key)) {
            message.addRepeatedField(field, entry(message, field, key, entry, depth));
          }
        }
      } else if (field.isRepeated()) {
        Set<Object> values = new HashSet<>();
        for (int i = random.nextInt(5); i > 0; i--) {
          Object value = value(message, field, depth);
          if (values.add(value) || !field.getName().equals("doubles")) { // a set
            message.addRepeatedField(field, value);
          }
        }
      } else {
        message.setField(field, value(message, field, depth));
      }
    }
    return message.build();
  }

  /** Keys of enums are their names. */
  private Object key(FieldDescriptor map, Object key) {
    return map.getName().equals("sizesByColour")
        ? List.of("RED", "GREEN", "BLUE").get(random.nextInt(3))
        : key;
  }

  @SuppressWarnings("unchecked")
  private Message entry(
      Message.Builder message, FieldDescriptor field, Object key, MapEntry<?, ?> entry, int depth) {
    FieldDescriptor value = field.getMessageType().findFieldByName("value");
    MapEntry.Builder<Object, Object> made =
        (MapEntry.Builder<Object, Object>) message.newBuilderForField(field);
    return made.setKey(key).setField(value, value(made, value, depth)).build();
  }

  private static boolean isOwn(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && !field.getMessageType().getName().equals("Timestamp");
  }

  private static boolean isPrimitive(Class<?> described, FieldDescriptor field) {
    return PRIMITIVES
        .computeIfAbsent(described, ProtobufAgreementTest::primitives)
        .contains(field.getName());
  }

  private static Set<String> primitives(Class<?> described) {
    Set<String> primitives = new HashSet<>();
    for (RecordComponent component : described.getRecordComponents()) {
      if (component.getType().isPrimitive()) {
        primitives.add(component.getName());
      }
    }
    return primitives;
  }

  private Object value(Message.Builder of, FieldDescriptor field, int depth) {
    String name = field.getName();
    return switch (field.getType()) {
      case BOOL -> random.nextBoolean();
      case INT32, SINT32, SFIXED32 ->
          name.equals("int8")
              ? (int) (byte) integer()
              : name.equals("int16") ? (int) (short) integer() : integer();
      case UINT32 -> random.nextInt() >>> 16;
      case INT64, SINT64, SFIXED64 -> random.nextLong() >> random.nextInt(64);
      case FLOAT -> Float.intBitsToFloat(integer());
      case DOUBLE -> Double.longBitsToDouble(random.nextLong());
      case STRING -> text(name);
      case BYTES -> ByteString.copyFrom(bytes());
      case ENUM -> constant(field.getEnumType().getValues());
      case MESSAGE -> {
        Message.Builder made = of.newBuilderForField(field);
        if (!isOwn(field)) {
          int nanos = random.nextInt(3) == 0 ? 0 : random.nextInt(1_000_000_000);
          long seconds = (random.nextLong() >> random.nextInt(64)) % 31_000_000_000L;
          yield made.setField(field.getMessageType().findFieldByNumber(1), seconds)
              .setField(
                  field.getMessageType().findFieldByNumber(2),
                  name.equals("date") ? nanos / 1_000_000 * 1_000_000 : nanos)
              .build();
        }
        Message one = made.getDefaultInstanceForType();
        yield message(one, described(one), depth - 1);
      }
      default -> throw new AssertionError(field);
    };
  }

  private static Class<?> described(Message message) {
    return switch (message.getDescriptorForType().getName()) {
      case "All" -> type;
      case "All_Part" -> inner("Part");
      default -> inner("Page");
    };
  }

  private static Class<?> inner(String name) {
    return Arrays.stream(type.getDeclaredClasses())
        .filter(each -> each.getSimpleName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Object constant(List<EnumValueDescriptor> values) {
    return values.get(random.nextInt(values.size()));
  }

  private int integer() {
    return random.nextInt() >> random.nextInt(32);
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 300 : 20)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String text(String name) {
    return switch (name) {
      case "decimal" ->
          new BigDecimal(new BigInteger(random.nextInt(90), random), random.nextInt(40) - 20)
              .toString();
      case "integer" -> new BigInteger(random.nextInt(90), random).negate().toString();
      case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
      default -> {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(random.nextInt(10) == 0 ? 300 : 12); i > 0; i--) {
          int point = random.nextInt(random.nextBoolean() ? 0x80 : 0x11_0000);
          text.appendCodePoint(point >= 0xd800 && point < 0xe000 ? 'x' : point);
        }
        yield text.toString();
      }
    };
  }

  // ---- the same in another order, with fields doubled and fields that nobody knows

  private byte[] shuffled(Message message, boolean unknown) {
    List<byte[]> pieces = new ArrayList<>();
    for (Map.Entry<FieldDescriptor, Object> set : message.getAllFields().entrySet()) {
      FieldDescriptor field = set.getKey();
      if (field.isRepeated()) {
        for (Object each : (List<?>) set.getValue()) {
          pieces.add(
              field.isPackable() && random.nextBoolean()
                  ? unpacked(message, field, each)
                  : of(message).addRepeatedField(field, each).build().toByteArray());
        }
      } else {
        pieces.add(of(message).setField(field, set.getValue()).build().toByteArray());
        if (random.nextInt(8) == 0) {
          Object other = value(message.newBuilderForType(), field, 1);
          pieces.add(of(message).setField(field, other).build().toByteArray());
        }
      }
    }
    if (random.nextInt(4) != 0) {
      Collections.shuffle(pieces, random);
    }
    for (int i = unknown ? random.nextInt(4) : 0; i > 0; i--) {
      pieces.add(random.nextInt(pieces.size() + 1), unknown(2));
    }
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    pieces.forEach(joined::writeBytes);
    return joined.toByteArray();
  }

  private static Message.Builder of(Message message) {
    return message.newBuilderForType();
  }

  /** One element with a tag of its own. */
  private static byte[] unpacked(Message message, FieldDescriptor field, Object element) {
    try {
      byte[] packed = of(message).addRepeatedField(field, element).build().toByteArray();
      CodedInputStream in = CodedInputStream.newInstance(packed);
      in.readTag();
      CodedInputStream payload = CodedInputStream.newInstance(in.readByteArray());
      UnknownFieldSet.Field.Builder one = UnknownFieldSet.Field.newBuilder();
      switch (field.getLiteType().getWireType()) {
        case 0 -> one.addVarint(payload.readRawVarint64());
        case 1 -> one.addFixed64(payload.readRawLittleEndian64());
        default -> one.addFixed32(payload.readRawLittleEndian32());
      }
      return UnknownFieldSet.newBuilder()
          .addField(field.getNumber(), one.build())
          .build()
          .toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] unknown(int depth) {
    return unknownSet(depth).toByteArray();
  }

  private UnknownFieldSet unknownSet(int depth) {
    UnknownFieldSet.Builder set = UnknownFieldSet.newBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      UnknownFieldSet.Field.Builder field = UnknownFieldSet.Field.newBuilder();
      switch (random.nextInt(depth > 0 ? 5 : 4)) {
        case 0 -> field.addVarint(random.nextLong());
        case 1 -> field.addFixed32(random.nextInt());
        case 2 -> field.addFixed64(random.nextLong());
        case 3 -> field.addLengthDelimited(ByteString.copyFrom(bytes()));
        default -> field.addGroup(unknownSet(depth - 1));
      }
      set.addField(100 + random.nextInt(random.nextBoolean() ? 20 : 1_000_000), field.build());
    }
    return set.build();
  }

  // ---- objects of ours

  /** What our writer has written they read as the same, and write again to the last byte. */
  private void ours() {
    Object made = record(type, random.nextInt(8) == 0 ? 2 : 1);
    byte[] bytes = writer.write(made, shape).toByteArray();
    Message message;
    try {
      message = empty.newBuilderForType().mergeFrom(bytes).build();
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("-Dthaw.wire.seed=" + SEED + " " + made, e);
    }
    assertSame(made, message);
    assertArrayEquals(bytes, message.toByteArray(), () -> said(message));
    byte[] again = writer.write(reader.reset(bytes).read(shape), shape).toByteArray();
    assertArrayEquals(bytes, again, () -> said(message));
  }

  private Object record(Class<?> of, int depth) {
    RecordComponent[] components = of.getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < values.length; i++) {
      types[i] = components[i].getType();
      values[i] = ours(components[i].getGenericType().getTypeName(), types[i], depth);
      if (values[i] == null && types[i].isPrimitive()) {
        values[i] = Array.get(Array.newInstance(types[i], 1), 0);
      }
    }
    try {
      return of.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private Object ours(String name, Class<?> of, int depth) {
    if (random.nextInt(4) == 0 && of != Optional.class) {
      return null;
    }
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "boolean", "Boolean" -> random.nextBoolean();
      case "byte" -> (byte) integer();
      case "short" -> (short) integer();
      case "int", "Integer" -> integer();
      case "long", "Long" -> random.nextLong() >> random.nextInt(64);
      case "float" -> Float.intBitsToFloat(random.nextInt());
      case "double", "Double" -> random.nextGaussian();
      case "char" -> (char) random.nextInt();
      case "String" -> text("");
      case "BigDecimal" -> new BigDecimal(text("decimal"));
      case "BigInteger" -> new BigInteger(text("integer"));
      case "Instant" ->
          random.nextInt(9) == 0
              ? Instant.MIN
              : Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
      case "Date" -> new Date(random.nextLong() >> 20);
      case "UUID" -> new UUID(random.nextLong(), random.nextLong());
      case "byte[]" -> of == byte[].class && name.equals("byte[]") ? null : bytes();
      default -> {
        if (of.isEnum()) {
          yield of.getEnumConstants()[random.nextInt(of.getEnumConstants().length)];
        }
        if (of == Optional.class) {
          yield random.nextBoolean() ? Optional.empty() : Optional.of(text(""));
        }
        if (of.isArray()) {
          Object array = Array.newInstance(of.getComponentType(), random.nextInt(4));
          for (int i = 0; i < Array.getLength(array); i++) {
            Array.set(
                array,
                i,
                element(of.getComponentType().getTypeName(), of.getComponentType(), depth));
          }
          yield array;
        }
        if (Collection.class.isAssignableFrom(of) || Map.class.isAssignableFrom(of)) {
          yield many(name, of, depth);
        }
        yield depth > 0 ? record(of, depth - 1) : null;
      }
    };
  }

  private Object element(String name, Class<?> of, int depth) {
    Object element = ours(name, of, depth);
    return element != null ? element : element(name, of, Math.max(depth, 1));
  }

  private Object many(String name, Class<?> of, int depth) {
    String[] names = name.substring(name.indexOf('<') + 1, name.length() - 1).split(", ");
    Class<?>[] types = new Class<?>[names.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = load(names[i]);
      if (types[i].isRecord() && depth <= 0) {
        return null;
      }
    }
    int size = random.nextInt(4);
    if (types.length == 2) {
      Map<Object, Object> map = new java.util.LinkedHashMap<>();
      for (int i = 0; i < size; i++) {
        map.put(element(names[0], types[0], depth), element(names[1], types[1], depth));
      }
      return map;
    }
    Collection<Object> made = of == Set.class ? new java.util.LinkedHashSet<>() : new ArrayList<>();
    for (int i = 0; i < size; i++) {
      made.add(names[0].equals("byte[]") ? bytes() : element(names[0], types[0], depth));
    }
    return made;
  }

  private static final Map<String, Class<?>> LOADED = new HashMap<>(Map.of("byte[]", byte[].class));

  private static Class<?> load(String name) {
    return LOADED.computeIfAbsent(
        name,
        each -> {
          try {
            return Class.forName(
                each.equals("T") ? "p.All$Part" : each, true, type.getClassLoader());
          } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
          }
        });
  }

  // ---- the comparison, field by field

  private static void assertSame(Object made, Message message) {
    for (RecordComponent component : made.getClass().getRecordComponents()) {
      String name = component.getName().equals("part") ? "unit_price" : component.getName();
      FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
      Object value;
      try {
        value = component.getAccessor().invoke(made);
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
      if (name.equals("rest")) {
        continue;
      }
      if (value instanceof Optional<?> optional) {
        value = optional.orElse(null);
      }
      if (field.isRepeated()) {
        assertSameMany(value, (List<?>) message.getField(field), name);
      } else {
        assertEquals(value != null, message.hasField(field), name);
        if (value != null) {
          assertSameOne(value, message.getField(field), name);
        }
      }
    }
  }

  private static void assertSameMany(Object value, List<?> theirs, String name) {
    List<Object> ours = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> ours.add(List.of(key, each)));
    } else if (value instanceof Collection<?> many) {
      ours.addAll(many);
    } else if (value != null) {
      for (int i = 0; i < Array.getLength(value); i++) {
        ours.add(Array.get(value, i));
      }
    }
    assertEquals(ours.size(), theirs.size(), name);
    for (int i = 0; i < ours.size(); i++) {
      if (theirs.get(i) instanceof MapEntry<?, ?> entry) {
        List<?> own = (List<?>) ours.get(i);
        assertSameOne(
            own.get(0) instanceof Enum<?> key ? key.name() : own.get(0), entry.getKey(), name);
        assertSameOne(
            own.get(1), entry.getField(entry.getDescriptorForType().findFieldByNumber(2)), name);
      } else {
        assertSameOne(ours.get(i), theirs.get(i), name);
      }
    }
  }

  private static void assertSameOne(Object ours, Object theirs, String name) {
    if (theirs instanceof EnumValueDescriptor constant) {
      assertTrue(constant.getName().endsWith("_" + ours), name);
    } else if (theirs instanceof ByteString bytes) {
      assertArrayEquals((byte[]) ours, bytes.toByteArray(), name);
    } else if (ours instanceof Instant || ours instanceof Date) {
      Instant instant = ours instanceof Date date ? date.toInstant() : (Instant) ours;
      Message timestamp = (Message) theirs;
      var fields = timestamp.getDescriptorForType();
      assertEquals(instant.getEpochSecond(), timestamp.getField(fields.findFieldByNumber(1)), name);
      assertEquals(instant.getNano(), timestamp.getField(fields.findFieldByNumber(2)), name);
    } else if (theirs instanceof Message message) {
      assertSame(ours, message);
    } else if (ours instanceof Character character) {
      assertEquals((int) character, theirs, name);
    } else if (ours instanceof Byte || ours instanceof Short) {
      assertEquals(((Number) ours).intValue(), theirs, name);
    } else {
      assertEquals(theirs instanceof String ? ours.toString() : ours, theirs, name);
    }
  }

  // ---- bytes that nobody has written

  @Test
  void what_is_read_of_changed_bytes_they_read_as_the_same() {
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes =
          i % 2 == 0
              ? message(empty, type, 1).toByteArray()
              : shuffled(message(empty, type, 1), true);
      for (int k = random.nextInt(3); k >= 0; k--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      byte[] again;
      try {
        again = writer.write(reader.reset(bytes).read(shape), shape).toByteArray();
      } catch (WireException e) {
        continue;
      }
      Message theirs;
      try {
        theirs = parsed(bytes);
      } catch (UncheckedIOException e) { // of a string that a later one replaces
        assertTrue(e.getMessage().contains("UTF-8"), e.getMessage());
        continue;
      }
      assertCovers(parsed(again), theirs);
      read++;
    }
    assertTrue(read > 2_000, "" + read);
  }

  /** A primitive that is missing is zero in what wire has read, and that is written. */
  private static void assertCovers(Message again, Message message) {
    if (again.getDescriptorForType().getName().equals("All_Part")) { // which keeps them
      assertEquals(unknown(message), unknown(again));
    }
    for (FieldDescriptor field : again.getDescriptorForType().getFields()) {
      String name = field.getName();
      Object one = again.getField(field);
      Object other = message.getField(field);
      boolean message1 = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
      if (field.isMapField() || (message1 && !isOwn(field))) {
        if (!name.startsWith("parts") && !name.equals("date")) {
          assertEquals(known(other), known(one), name);
        }
      } else if (message1 && field.isRepeated()) {
        assertEquals(((List<?>) other).size(), ((List<?>) one).size());
        for (int i = 0; i < ((List<?>) one).size(); i++) {
          assertCovers((Message) ((List<?>) one).get(i), (Message) ((List<?>) other).get(i));
        }
      } else if (message1) {
        assertEquals(message.hasField(field), again.hasField(field), name);
        if (message.hasField(field)) {
          assertCovers((Message) one, (Message) other);
        }
      } else if (!name.equals("doubles") && !List.of("decimal", "integer", "uuid").contains(name)) {
        assertEquals(other, one, name);
      }
    }
  }

  /** Without what is of a known field: of another wire type, and replaced by a later one. */
  private static UnknownFieldSet unknown(Message message) {
    UnknownFieldSet.Builder unknown = message.getUnknownFields().toBuilder();
    message
        .getDescriptorForType()
        .getFields()
        .forEach(each -> unknown.clearField(each.getNumber()));
    return unknown.build();
  }

  /** Timestamps and entries without what nobody knows. */
  private static Object known(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(ProtobufAgreementTest::known).toList()
        : value instanceof Message message ? message.getAllFields() : value;
  }

  @Test
  void a_sealed_type_is_a_message_with_the_fields_of_all_its_alternatives() throws IOException {
    Path here = Files.createDirectory(folder.resolve("sealed"));
    CompiledSources compiled =
        CompiledSources.withOption(
                "-Athaw.wire.proto=figures.proto",
                here,
                """
                package p;
                import thaw.wire.*;
                @Described
                public sealed interface Figure {
                  record Circle(int radius) implements Figure {}
                  record Box(@Key(number = 2) double width, double height) implements Figure {}
                }
                """,
                """
                package p;
                class Check { static Object sample() { return new Figure.Box(1.5, 2); } }
                """)
            .clean();
    Object box = compiled.call("p.Check", "sample");
    Shape<Object> figures = compiled.shape("p.Figure");
    byte[] bytes = Format.PROTOBUF.write(box, figures);
    Message message =
        ProtocClasses.of(here, "figures.proto")
            .message("p.protobuf.Figures$Figure")
            .newBuilderForType()
            .mergeFrom(bytes)
            .build();
    assertEquals("width: 1.5\nheight: 2.0\ntype: \"Box\"\n", message.toString());
    assertEquals(box, Format.PROTOBUF.read(message.toByteArray(), figures));
    assertEquals(box, Format.PROTOBUF.read(bytes, figures));
  }

  @Test
  void what_protobuf_cannot_have_is_a_comment_and_a_warning() throws IOException {
    Path here = Files.createDirectory(folder.resolve("unfit"));
    CompiledSources compiled =
        CompiledSources.withOption(
            "-Athaw.wire.proto=unfit.proto",
            here,
            """
            package p;
            import java.util.List;
            import thaw.wire.*;
            @Described
            record Unfit(
                List<List<String>> rows,
                Object any,
                Figure figure) {
              sealed interface Figure {
                record Circle(int radius) implements Figure {}
                record Box(
                    double width) implements Figure {}
              }
            }
            """);
    assertEquals(
        List.of(
            "6: the field rows is not in the schema for protobuf: a list or map cannot be in another"
                + " one",
            "7: the field any is not in the schema for protobuf: nothing says the type of its values",
            "12: the field width is not in the schema for protobuf: its number is that of optional"
                + " int32 radius of another alternative, which is another field"),
        compiled.messages().stream().filter(each -> !each.startsWith("-1")).toList());
    String proto = Files.readString(here.resolve("unfit.proto"));
    assertTrue(proto.contains("  // 1, rows: a list or map cannot be in another one\n"), proto);
    ProtocClasses.of(here, "unfit.proto");
  }

  @Test
  void the_schema_is_as_the_page_has_it() throws IOException {
    String page = Files.readString(Path.of("../docs/wire-processor.md"));
    int at = page.indexOf("```proto\n") + 9;
    String block = page.substring(at, page.indexOf("```", at));
    CompiledSources.withOption(
            "-Athaw.wire.proto=shop/orders.proto",
            Files.createDirectory(folder.resolve("page")),
            "package com.example; import thaw.wire.*; import java.math.BigDecimal;"
                + " import java.time.Instant; import java.util.List;\n"
                + "@Described\nrecord Order(String id, Instant created, BigDecimal total,"
                + " List<Line> lines) {\n  record Line(String article, int count,"
                + " @Key(name = \"unit-price\") double price) {}\n}\n")
        .clean();
    assertEquals(block, Files.readString(folder.resolve("page/shop/orders.proto")));
  }
}
