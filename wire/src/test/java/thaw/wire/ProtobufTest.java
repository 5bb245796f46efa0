package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Documents of protobuf as others may write them. That {@code protoc}'s classes agree is tested
 * where the schema is printed, with the annotation processor.
 */
class ProtobufTest {
  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static Letter read(String hex) {
    return Format.PROTOBUF.read(hex(hex), new Letter());
  }

  private static WireException refused(String hex) {
    WireException e = assertThrows(WireException.class, () -> read(hex), hex);
    assertTrue(e.offset() >= 0 && e.offset() <= hex(hex).length, e.getMessage());
    return e;
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }

  /** A field with a length. */
  private static byte[] field(int number, byte[] content) {
    byte[] head = new byte[10];
    int at = Payload.varint(head, Payload.varint(head, 0, number << 3 | 2), content.length);
    return joined(Arrays.copyOf(head, at), content);
  }

  /** The example of protobuf's own documentation, and others by hand. */
  @Test
  void fields_have_the_bytes_that_protobuf_gives_them() {
    assertEquals("089601", hex(Format.PROTOBUF.write(new Some<>(150, Shapes.INT32))));
    assertEquals(
        "08ffffffffffffffffff01", hex(Format.PROTOBUF.write(new Some<>(-1, Shapes.INT32))));
    assertEquals(
        "0a0774657374696e67", hex(Format.PROTOBUF.write(new Some<>("testing", Shapes.STRING))));
    assertEquals(
        "0a06038e029ea705",
        hex(Format.PROTOBUF.write(new Some<>(List.of(3, 270, 86_942), Shapes.list(Shapes.INT32)))));
    assertEquals(
        "0a050a01611001",
        hex(Format.PROTOBUF.write(new Some<>(Map.of("a", 1), Shapes.map(Shapes.INT32)))));
    assertEquals(
        "0a0408021001",
        hex(
            Format.PROTOBUF.write(
                new Some<>(Map.of(2, 1), Shapes.map(TextShapes.INT32, Shapes.INT32)))));
    assertEquals(
        "0a04312e3530",
        hex(Format.PROTOBUF.write(new Some<>(new BigDecimal("1.50"), Shapes.DECIMAL))));
    assertEquals("0a00", hex(Format.PROTOBUF.write(new Some<>(Instant.EPOCH, Shapes.TIMESTAMP))));
    assertEquals("08e101", hex(Format.PROTOBUF.write(new Some<>('á', Shapes.CHARACTER))));
    assertEquals("", hex(Format.PROTOBUF.write(new Some<>(null, Shapes.STRING))));
    assertEquals("", hex(Format.PROTOBUF.write(new Some<>(List.of(), Shapes.list(Shapes.ANY)))));
    Letter zigzag = new Letter();
    zigzag.sint32 = -1;
    assertTrue(hex(Format.PROTOBUF.write(zigzag)).contains("1801"));
  }

  /** One field of any shape. */
  private static final class Some<T> implements Wired {
    private static final Field FIELD = Field.of(1, "field");
    private T value;
    private final Shape<T> shape;

    Some(T value, Shape<T> shape) {
      this.value = value;
      this.shape = shape;
    }

    @Override
    public void wire(Wire w) {
      value = w.value(FIELD, value, shape);
    }
  }

  @Test
  void random_objects_are_read_as_they_were_written() {
    long seed = Long.getLong("thaw.wire.seed", System.nanoTime());
    System.out.println("ProtobufTest: -Dthaw.wire.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    Writer writer = Format.PROTOBUF.writer();
    Reader reader = Format.PROTOBUF.reader();
    for (int i = 0; i < 500; i++) {
      Letter made = Letter.random(random, i % 4);
      byte[] document = writer.write(made, Letter.SHAPE).toByteArray();
      assertEquals(made, reader.reset(document).read(Letter.SHAPE), () -> "seed " + seed);
      assertArrayEquals(document, writer.write(made).toByteArray());
      byte[] doubled = joined(document, document); // scalars: the last; objects merge; lists join
      Letter twice = reader.reset(doubled).read(Letter.SHAPE);
      assertEquals(made.int32, twice.int32);
      assertEquals(made.string, twice.string);
      assertEquals(2 * made.ints.size(), twice.ints.size());
      assertEquals(2 * made.letters.size(), twice.letters.size());
      assertEquals(made.byName, twice.byName);
      if (made.nested != null) {
        assertEquals(2 * made.nested.ints.size(), twice.nested.ints.size());
      }
    }
  }

  @Test
  void a_byte_that_is_another_one_is_read_or_refused() {
    SplittableRandom random = new SplittableRandom(3);
    Reader reader = Format.PROTOBUF.reader();
    for (int i = 0; i < 100; i++) {
      byte[] document = Format.PROTOBUF.write(Letter.random(random, i % 3));
      for (int k = 0; k < 200; k++) {
        byte[] other =
            Arrays.copyOf(
                document, document.length - (k % 4 == 0 ? random.nextInt(document.length) : 0));
        for (int n = random.nextInt(3); n > 0 && other.length > 0; n--) {
          other[random.nextInt(other.length)] = (byte) random.nextInt();
        }
        try {
          reader.reset(other).read(new Letter());
        } catch (WireException e) {
          assertTrue(e.offset() >= 0 && e.offset() <= other.length, e.getMessage());
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "089601, 150", // the shortest
    "08968180808080808080 00, 150", // ten bytes
    "88808000 9601, 150", // a tag that is longer than it needs to be
    "08ffffffff0f, -1", // 32 bits, as of uint32
    "08ffffffffffffffffff01, -1", // 64 bits
    "08ffffffffffffffffff7f, -1", // bits beyond the 64th are lost
    "08858080807f, -268435451" // 35 bits, of which 32 count
  })
  void varints_are_read_as_protobuf_reads_them(String hex, int value) {
    assertEquals(value, read(hex).int32);
    assertEquals(value, read(hex + "6a0a 30313233343536373839").int32);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "08ffffffffffffffffffff01", // eleven bytes
        "08ff", // cut short
        "08", // no value
        "0001", // the number 0
        "80808080 80808080 80808001 00", // a tag of eleven bytes
        "f8ffffff 7f 00", // a tag of 35 bits
        "0c", // the end of a group that has not begun
        "0b", // a group without an end
        "0b14", // the end of another one
        "0e00", // wire type 6
        "6a05616263", // a string longer than the document
        "6affffffff07", // a string of 2 GiB
        "6affffffffffffffffff01", // a string of -1 bytes
        "6a02c328", // not UTF-8
        "6a03eda080", // a surrogate
        "6a01ff", // no UTF-8 begins so
        "0a0161", // a string for an int32
        "6801", // a varint for a string
        "388001", // 128 for an int8
        "60808004", // 65536 for a character
        "8a010103", // a length for a constant
        "880103", // no constant of the number 3
        "7a00", // an empty string for a decimal
        "7a0178", // no decimal
        "8201061080a8d6b907", // 2,000,000,000 nanoseconds
        "9a0104ffffffff", // a packed varint that is cut short
        "82080301 0203" // a packed number of 64 bits that is cut short
      })
  void what_protobuf_refuses_is_refused(String hex) {
    refused(hex);
  }

  @Test
  void a_refusal_has_the_place() {
    Letter letter = new Letter();
    letter.letters = new ArrayList<>(List.of(new Letter(), new Letter()));
    letter.letters.get(1).byName = new LinkedHashMap<>(Map.of("k", new Letter()));
    letter.letters.get(1).byName.get("k").string = "abc";
    byte[] document = Format.PROTOBUF.write(letter);
    String hex = hex(document);
    int at = hex.indexOf("6a03616263") / 2;
    document[at + 2] = (byte) 0xff;
    WireException e =
        assertThrows(WireException.class, () -> Format.PROTOBUF.read(document, new Letter()));
    assertEquals("$.131[1].133.k.13", e.path());
    assertEquals(at + 2, e.offset());
  }

  @Test
  void lists_of_numbers_are_read_packed_or_not_and_in_pieces() {
    assertEquals(List.of(1, 2, 3), read("9a0103010203").ints);
    assertEquals(List.of(1, 2, 3), read("980101 980102 980103").ints);
    assertEquals(List.of(1, 2, 3, 4), read("980101 9a01020203 9a0100 980104").ints);
    assertEquals(List.of(1, 2, 3), read("980101 9a01020203 0807").ints);
    assertEquals(List.of(1, 2), read("980101 0807 980102").ints);
    assertEquals(List.of(1, 2, 3, 4), read("9a01020102 0807 9a010103 6a0178 980104").ints);
    assertEquals(List.of(), read("9a0100").ints);
    assertEquals(List.of(), read("").ints);
    assertEquals(0, read("").doubles.length);
    assertEquals(Map.of(), read("").byNumber);
    Some<List<Integer>> custom = new Some<>(null, Shapes.list(new Doubled()));
    assertEquals(List.of(2, 4, 6), Format.PROTOBUF.read(hex("0a020102 0803"), custom).value);
  }

  /** Does not say that it is of numbers. */
  private static final class Doubled extends Shape<Integer> {
    @Override
    public Integer wire(Wire w, Integer value) {
      return w.reading() ? w.int32(0) * 2 : w.int32(value / 2) * 2;
    }
  }

  @Test
  void the_last_value_of_a_field_counts() {
    assertEquals(2, read("0801 0802").int32);
    assertEquals(2, read("0801 6a0161 0802").int32);
    assertEquals("b", read("6a0161 6a0162").string);
    assertEquals("b", read("6a0161 0805 6a0162").string);
    assertEquals(5, read("6a0161 0804 6a0162 0805").int32);
    assertEquals(Instant.ofEpochSecond(7, 5), read("8201020803 82010408071005").timestamp);
    assertEquals(Instant.ofEpochSecond(3, 5), read("8201020803 0801 8201021005").timestamp);
    assertEquals(Map.of(4, 6L), read("b208 0408041002 b208 040804100c").byNumber);
    assertEquals(Map.of(4, 6L), read("b20806 0804 1002 100c").byNumber);
    assertEquals(Map.of(0, 1L), read("b208021002").byNumber); // no key
    assertEquals(Map.of(4, 0L), read("b208020804").byNumber); // no value
    assertEquals(Map.of(4, 1L), read("b208061002 3801 0804").byNumber); // and unknown
  }

  @Test
  void a_key_of_the_other_wire_type_is_refused() {
    assertEquals(Map.of(4, 6L), read("b208 04 0804 100c").byNumber);
    refused("b208 05 0a0134 100c"); // "4"
    assertEquals(Set.of("4"), read("aa08 03 0a0134").byName.keySet());
    refused("aa08 02 0804");
  }

  @Test
  void objects_that_are_there_again_are_merged() {
    byte[] one = hex("0801 6a0161 980101");
    byte[] two = hex("0802 980102 4801");
    for (byte[] between : List.of(hex(""), hex("0807"), hex("3801 2005"))) {
      Letter read =
          Format.PROTOBUF.read(
              joined(field(18, one), between, field(18, two), field(18, new byte[0])),
              new Letter());
      assertEquals(2, read.nested.int32);
      assertEquals("a", read.nested.string);
      assertEquals(List.of(1, 2), read.nested.ints);
      assertTrue(read.nested.bool);
    }
    byte[] deep1 = field(18, joined(field(18, one), hex("0809")));
    byte[] deep2 = field(18, joined(field(18, two), hex("6a0178")));
    Letter read = Format.PROTOBUF.read(joined(deep1, hex("0805"), deep2), new Letter());
    assertEquals(5, read.int32);
    assertEquals(9, read.nested.int32);
    assertEquals("x", read.nested.string);
    assertEquals(List.of(1, 2), read.nested.nested.ints);
  }

  @Test
  void parts_of_a_map_entrys_value_are_merged_wherever_they_stand() {
    byte[] one = hex("0801 6a0161 980101");
    byte[] two = hex("0802 980102 4801");
    byte[] key = hex("0a016b");
    for (byte[] entry :
        List.of(
            joined(key, field(2, one), field(2, two)),
            joined(field(2, one), key, field(2, two)),
            joined(field(2, one), hex("1807"), field(2, two), hex("0a0178"), key))) {
      for (byte[] document : List.of(field(133, entry), twice(field(133, entry)))) {
        Letter read = Format.PROTOBUF.read(document, new Letter());
        Letter in = read.nested == null ? read : read.nested;
        assertEquals(Set.of("k"), in.byName.keySet());
        assertEquals(2, in.byName.get("k").int32);
        assertEquals("a", in.byName.get("k").string);
        assertEquals(List.of(1, 2), in.byName.get("k").ints);
        assertTrue(in.byName.get("k").bool);
      }
    }
    assertEquals(Map.of(4, 7L), read("b208 06 1006 0804 100e").byNumber);
  }

  /** An object in two parts, in which an object's fields are found another way. */
  private static byte[] twice(byte[] fields) {
    return joined(field(18, fields), field(18, hex("0809")));
  }

  @Test
  void unknown_fields_of_all_wire_types_are_skipped() {
    String unknown =
        "a00601 a106 0102030405060708 a2060161 a306 0801 ab0608 02ac06 a406 a506 01020304";
    assertEquals(7, read(unknown + "0807").int32);
    assertEquals(7, read("0807" + unknown).int32);
    assertEquals("x", read("0807" + unknown + "6a0178").string);
    refused("a306 0801 ac06"); // the end of another group
    refused("0807 a306 0801");
  }

  private static final class Keeping implements Wired {
    private static final Field A = Field.of(1, "a");
    private static final Field B = Field.of(5, "b");
    private static final Field C = Field.of(9, "c");
    private int a;
    private Keeping b;
    private String c;
    private byte[] unknown;

    private static final ObjectShape<Keeping> SHAPE =
        new ObjectShape<>() {
          @Override
          protected Keeping blank() {
            return new Keeping();
          }

          @Override
          protected Keeping fields(Wire w, Keeping value) {
            value.wire(w);
            return value;
          }
        };

    @Override
    public void wire(Wire w) {
      a = w.int32(A, a);
      b = w.value(B, b, SHAPE);
      c = w.string(C, c);
      unknown = w.unknown(unknown);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0801 2a00 4a0178, ''",
    "0801 2a00 4a0178 7807 8001 05, 780780 0105",
    "1003 0801 1a0161 2a00 2302 0124 4a0178, 10031a0161 23020124",
    "0801 4a0178 1003 1004 2a00, 10031004",
    "0801 1003 0802 1004 4a0178, 10031004",
    "1003 120161 1104030201 01020304 0801, 1003120161 110403020101020304",
    "13180414 1505060708 1003 0801, 13180414 1505060708 1003",
    "1003, 1003",
    "'', ''"
  })
  void unknown_fields_are_kept_where_the_description_asks_for_them(String hex, String kept) {
    String document = hex.replace("2302 0124", "230801 24");
    String expected = kept.replace(" ", "").replace("23020124", "23080124");
    Keeping read = Format.PROTOBUF.read(hex(document), new Keeping());
    assertEquals(expected, read.unknown == null ? "" : hex(read.unknown));
    byte[] inside = field(5, hex(document));
    Keeping outer = Format.PROTOBUF.read(joined(inside, hex("1003")), new Keeping());
    assertEquals(expected, outer.b.unknown == null ? "" : hex(outer.b.unknown));
    assertEquals("1003", hex(outer.unknown));
    byte[] again = Format.PROTOBUF.write(outer);
    Keeping twice = Format.PROTOBUF.read(again, new Keeping());
    assertEquals(expected, twice.b.unknown == null ? "" : hex(twice.b.unknown));
    assertEquals("{\"a\":0,\"b\":null,\"c\":null}", new String(Format.JSON.write(new Keeping())));
  }

  @Test
  void what_protobuf_cannot_have_is_refused() {
    Format to = Format.PROTOBUF;
    Shape<List<Integer>> ints = Shapes.list(Shapes.INT32);
    assertThrows(WireException.class, () -> to.write(1, Shapes.INT32));
    assertThrows(WireException.class, () -> to.write("a", Shapes.STRING));
    assertThrows(WireException.class, () -> to.write(List.of(1), ints));
    assertThrows(WireException.class, () -> to.write(Map.of("a", 1), Shapes.map(Shapes.INT32)));
    assertThrows(WireException.class, () -> to.write(null, Letter.SHAPE));
    Shape<Letter.Colour> nullable = new NullableColour();
    assertEquals("", hex(to.write(new Some<>(Letter.Colour.GREEN, nullable))));
    assertThrows(WireException.class, () -> to.write(new Some<>(7, Shapes.ANY)));
    WireException inList =
        assertThrows(
            WireException.class,
            () -> to.write(new Some<>(Arrays.asList("a", null), Shapes.list(Shapes.STRING))));
    assertEquals("protobuf has no null in a list or a map at byte 3, $.1[1]", inList.getMessage());
    assertThrows(
        WireException.class, () -> to.write(new Some<>(List.of(List.of(1)), Shapes.list(ints))));
    assertThrows(
        WireException.class, () -> to.write(new Some<>(Map.of("a", List.of(1)), Shapes.map(ints))));
    for (Shape<?> shape : List.of(Shapes.INT32, Shapes.STRING, ints, Shapes.ANY, Shapes.DATE)) {
      assertThrows(WireException.class, () -> to.read(hex("0801"), shape));
    }
    assertThrows(
        WireException.class, () -> to.read(hex("0a0101"), new Some<>(null, Shapes.list(ints))));
    Map<String, String> withNull = new LinkedHashMap<>();
    withNull.put("a", null);
    Some<Map<String, String>> map = new Some<>(withNull, Shapes.map(Shapes.STRING));
    assertThrows(WireException.class, () -> to.write(map));
    assertEquals(0, to.writer().omitNulls(true).write(map).length());
    assertThrows(IllegalArgumentException.class, () -> to.convert(new byte[0], Format.JSON));
    assertThrows(IllegalArgumentException.class, () -> Format.JSON.convert(hex("7b7d"), to));
  }

  /** Writes null instead of a constant. */
  private static final class NullableColour extends Shape<Letter.Colour> {
    @Override
    public Letter.Colour wire(Wire w, Letter.Colour value) {
      return w.enumeration(w.reading() ? value : null, Letter.Colour.values());
    }
  }

  @Test
  void missing_fields_keep_their_value() {
    Letter letter = new Letter();
    letter.int32 = 5;
    letter.ints = List.of(7);
    letter.string = "s";
    Letter read = Format.PROTOBUF.read(new byte[0], letter);
    assertEquals(5, read.int32);
    assertEquals(List.of(7), read.ints);
    assertEquals("s", read.string);
    assertNull(read.nested);
  }

  @Test
  void limits_hold() {
    Limits few = new Limits(1_000, 3, 5, 5, 4);
    Reader reader = Format.PROTOBUF.reader(few);
    for (String hex :
        List.of(
            "6a06616161616161", // a string
            "7a06313131313131", // a decimal
            "9a01050101010101", // elements
            "0801 4801 2001 4801 2001")) { // fields that are indexed
      reader.reset(hex(hex));
      assertThrows(WireException.class, () -> reader.read(new Letter()), hex);
    }
    assertEquals(1, reader.reset(hex("0801 4801 2001 4801")).read(new Letter()).int32);
    byte[] deep = new byte[0];
    for (int i = 0; i < 3; i++) {
      deep = field(18, deep);
    }
    byte[] tooDeep = deep;
    assertThrows(WireException.class, () -> reader.reset(tooDeep).read(new Letter()));
    byte[] groups = hex("a306a306a306a406a406a406");
    assertThrows(WireException.class, () -> reader.reset(groups).read(new Letter()));
    assertThrows(WireException.class, () -> reader.reset(new byte[1_001]));
  }

  /** Fields of many numbers, each of them twice, and an object in as many pieces. */
  @Test
  void what_is_out_of_order_costs_time_and_memory_in_proportion_to_its_bytes() throws Exception {
    var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    Reader reader = Format.PROTOBUF.reader();
    long[] nanos = new long[2];
    for (int round = 0; round < 8; round++) {
      for (int large = 0; large < 2; large++) {
        byte[] document = outOfOrder(large == 0 ? 2_000 : 40_000);
        long allocated = thread.getCurrentThreadAllocatedBytes();
        long begin = thread.getCurrentThreadCpuTime();
        Letter read = reader.reset(document).read(new Letter());
        long took = thread.getCurrentThreadCpuTime() - begin;
        allocated = thread.getCurrentThreadAllocatedBytes() - allocated;
        assertEquals(7, read.int32);
        assertEquals(7, read.nested.int32);
        assertTrue(
            allocated < 40L * document.length + 100_000, allocated + " of " + document.length);
        nanos[large] = round == 0 ? took : Math.min(nanos[large], took);
      }
    }
    assertTrue(nanos[1] < 20 * 8 * nanos[0], nanos[1] + " after " + nanos[0]);
    reader.reset(new byte[0]);
    assertTrue(HostileTest.indexBytes(reader) <= 1 << 20);
  }

  private static byte[] outOfOrder(int fields) {
    ByteArrayOutputStream document = new ByteArrayOutputStream();
    byte[] buffer = new byte[10];
    for (int i = 0; i < fields; i++) {
      int number = 3_000 + (i * 7 % fields) / 2;
      int at = Payload.varint(buffer, Payload.varint(buffer, 0, number << 3), i);
      document.write(buffer, 0, at);
      if (i % 4 == 0) {
        document.writeBytes(field(18, new byte[] {8, (byte) (i % 8 == 0 ? 3 : 7)}));
      }
    }
    document.writeBytes(hex("9201020807 0807"));
    return document.toByteArray();
  }

  /** Each level has its field twice, and is read once more for it, or not at all. */
  @Test
  void fields_that_are_there_twice_at_each_depth_cost_no_more_than_their_bytes() {
    byte[] deep = hex("0801");
    for (int i = 0; i < 190; i++) {
      deep = joined(hex("0801"), field(18, deep), hex("0802"));
    }
    byte[] document = deep;
    long begin = System.nanoTime();
    assertThrows(WireException.class, () -> Format.PROTOBUF.read(document, new Letter()));
    byte[] few = hex("0801");
    for (int i = 0; i < 20; i++) {
      few = joined(hex("0801"), field(18, few), hex("0802"));
    }
    Letter read = Format.PROTOBUF.read(few, new Letter());
    for (int i = 0; i < 20; i++) {
      assertEquals(2, read.int32);
      read = read.nested;
    }
    assertTrue(System.nanoTime() - begin < 30_000_000_000L);
  }
}
