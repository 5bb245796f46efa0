package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The bytes of plain binary, what is wrong with those of others, and what it has as CBOR has it.
 */
class PlainBinaryTest {
  private static final Format PLAIN = Format.PLAIN_BINARY;
  private static final Field A = Field.of(1, "a");
  private static final Field B = Field.of(20, "bcdefghijklmnop");

  /** An int32 and a text. */
  private static final class Sample implements Wired {
    private int a = -1;
    private String b = "as it was";

    @Override
    public void wire(Wire w) {
      a = w.int32(A, a);
      b = w.string(B, b);
    }

    @Override
    public String toString() {
      return a + " " + b;
    }
  }

  /** An int32, or an object. */
  private static final class One implements Wired {
    private final boolean object;
    private Object value = "missing";

    One(boolean object) {
      this.object = object;
    }

    @Override
    public void wire(Wire w) {
      if (object) {
        Sample sample = new Sample();
        w.object(A, sample);
        value = sample;
      } else {
        value = w.int32(A, 77);
      }
    }
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static WireException refused(byte[] document, Wired into) {
    return assertThrows(WireException.class, () -> PLAIN.read(document, into), hex(document));
  }

  @Test
  void the_layout_is_as_it_is_drawn() {
    Sample sample = new Sample();
    sample.b = "z\u00e4";
    assertEquals("08000000" + "ffffffff" + "047ac3a4", hex(PLAIN.write(sample)));
    assertEquals("04e282ac", hex(PLAIN.write("\u20ac", Shapes.STRING)));
    assertEquals("0301ff", hex(PLAIN.write(new byte[] {1, -1}, Shapes.BYTES)));
    assertEquals("01040200c8", hex(PLAIN.write(new BigDecimal("2.00"), Shapes.DECIMAL)));
    assertEquals("010101ff", hex(PLAIN.write(new BigDecimal("-1e1"), Shapes.DECIMAL)));
    assertEquals(
        "01ffffffffffffffff09000000",
        hex(PLAIN.write(Instant.ofEpochSecond(-1, 9), Shapes.TIMESTAMP)));
    assertEquals(
        "03000000" + "0101" + "00" + "01ff",
        hex(PLAIN.write(Arrays.asList((byte) 1, null, (byte) -1), Shapes.list(Shapes.INT8))));
    assertEquals(
        "01000000" + "016b" + "0101000000",
        hex(PLAIN.write(Map.of("k", 1), Shapes.map(Shapes.INT32))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0678       | 5 bytes must follow, but there are 1 at byte 1",
        "02ff       | a string that is not UTF-8 at byte 1",
        "04eda080   | a string that is not UTF-8 at byte 1",
        "03c080     | a string that is not UTF-8 at byte 1",
        "05f4908080 | a string that is not UTF-8 at byte 1",
        "810078     | a varint that is longer than it needs to be at byte 0",
        "ffffffff1f | a varint of more than 32 bits at byte 0",
        "ffffffff0f | -2 bytes must follow, but there are 0 at byte 5",
      })
  void what_is_wrong_with_a_string_is_told_with_its_place(String document, String message) {
    assertEquals(
        message,
        assertThrows(WireException.class, () -> PLAIN.read(bytes(document), Shapes.STRING))
            .getMessage());
  }

  @Test
  void an_array_of_primitives_has_no_byte_for_null() {
    byte[] plain = PLAIN.write(new boolean[] {false, true}, ArrayShapes.BOOLS);
    assertEquals("02000000" + "0001", hex(plain));
    assertArrayEquals(new boolean[] {false, true}, PLAIN.read(plain, ArrayShapes.BOOLS));
    byte[] withNull = bytes("8201f6");
    for (Shape<?> shape :
        List.of(
            ArrayShapes.INT16S,
            ArrayShapes.INT32S,
            ArrayShapes.INT64S,
            ArrayShapes.FLOAT32S,
            ArrayShapes.FLOAT64S)) {
      assertTrue(
          assertThrows(WireException.class, () -> Format.CBOR.read(withNull, shape))
              .getMessage()
              .startsWith("no element may be null here at byte "));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"CBOR", "PLAIN_BINARY"})
  void limits_are_kept(String name) throws Exception {
    Format format = (Format) Format.class.getField(name).get(null);
    Shape<List<List<Integer>>> rows = Shapes.list(Shapes.list(Shapes.INT32));
    byte[] document = format.write(List.of(List.of(1, 2), List.of(3)), rows);
    Limits all = new Limits(document.length, 2, 1, 1, 5);
    assertEquals(2, format.reader(all).reset(document).read(rows).size());
    for (Limits limits :
        List.of(
            new Limits(document.length - 1, 2, 1, 1, 5),
            all.withMaxDepth(1),
            new Limits(document.length, 2, 1, 1, 4))) {
      assertThrows(WireException.class, () -> format.reader(limits).reset(document).read(rows));
    }
    Limits two = new Limits(100, 1, 2, 2, 1);
    assertEquals(
        "ab", format.reader(two).reset(format.write("ab", Shapes.STRING)).read(Shapes.STRING));
    byte[] three = format.write("abc", Shapes.STRING);
    assertThrows(WireException.class, () -> format.reader(two).reset(three).read(Shapes.STRING));
    byte[] blob = format.write(new byte[3], Shapes.BYTES);
    assertThrows(WireException.class, () -> format.reader(two).reset(blob).read(Shapes.BYTES));
    byte[] number = format.write(new BigDecimal("1e29").setScale(0), Shapes.DECIMAL);
    assertThrows(WireException.class, () -> format.reader(two).reset(number).read(Shapes.DECIMAL));
    byte[] key = format.write(Map.of("abc", 1), Shapes.map(Shapes.INT32));
    assertThrows(
        WireException.class, () -> format.reader(two).reset(key).read(Shapes.map(Shapes.INT32)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CBOR", "PLAIN_BINARY"})
  void a_surrogate_without_the_other_one_is_not_written(String name) throws Exception {
    Format format = (Format) Format.class.getField(name).get(null);
    for (String text : List.of("\ud800", "abc\udc00", "\udc00\ud800", "\u20ac\ud83c!")) {
      assertThrows(WireException.class, () -> format.write(text, Shapes.STRING));
      assertThrows(
          WireException.class, () -> format.write(Map.of(text, 1), Shapes.map(Shapes.INT32)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ffffffff", "ffffff7f", "00000080", "40420f00"})
  void a_length_that_is_not_there_costs_no_memory(String length) {
    assertThrows(
        WireException.class, () -> PLAIN.read(bytes(length + "00"), Shapes.list(Shapes.INT32)));
    refused(bytes(length), new Sample());
  }

  @Test
  void an_object_of_a_field_has_the_byte_of_a_shape() {
    byte[] document = PLAIN.write(new One(true));
    assertEquals("01", hex(document).substring(8, 10));
    One read = PLAIN.read(bytes("01000000" + "00"), new One(true));
    assertEquals("-1 as it was", read.value.toString());
  }

  @Test
  void a_document_of_another_description_fails() {
    byte[] two = PLAIN.write(new Sample());
    byte[] one = PLAIN.write(new One(false));
    assertEquals(
        "an object is 10 bytes longer than its description: was it written with another one?"
            + " at byte 8",
        refused(two, new One(false)).getMessage());
    assertEquals(
        "1 bytes must follow, but there are 0 at byte 8", refused(one, new Sample()).getMessage());
  }

  @Test
  void nothing_may_follow_a_document() {
    byte[] document = PLAIN.write(new Sample());
    assertTrue(
        refused(Arrays.copyOf(document, document.length + 1), new Sample())
            .getMessage()
            .startsWith("1 bytes after the document at byte " + document.length));
    byte[] inside = new byte[document.length + 7];
    System.arraycopy(document, 0, inside, 3, document.length);
    Reader reader = PLAIN.reader().reset(inside, 3, 3 + document.length);
    assertEquals("-1 as it was", reader.read(new Sample()).toString());
  }

  @Test
  void a_null_that_is_left_out_keeps_the_value_where_it_is_read() {
    Sample sample = new Sample();
    sample.b = null;
    assertNull(Format.CBOR.read(Format.CBOR.write(sample), new Sample()).b);
    byte[] without = Format.CBOR.writer().omitNulls(true).write(sample).toByteArray();
    assertEquals("as it was", Format.CBOR.read(without, new Sample()).b);
    Writer plain = PLAIN.writer().omitNulls(true);
    assertArrayEquals(PLAIN.write(sample), plain.write(sample).toByteArray());
  }

  /** 20,000 fields, read from the last to the first, in an object that has as many others. */
  @Test
  void many_fields_out_of_order_are_found() {
    Field[] fields = new Field[20_000];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = Field.of(1 + (i << 13), "f" + i);
    }
    Wired written =
        w -> {
          for (int i = 0; i < fields.length; i++) {
            w.int32(fields[i], i);
          }
        };
    int[] found = {0};
    Wired read =
        w -> {
          for (int i = fields.length - 2; i >= 0; i -= 2) {
            found[0] += w.int32(fields[i], -1) == i ? 1 : 0;
          }
        };
    for (Format format : List.of(Format.JSON, Format.CBOR, Format.PROTOBUF)) {
      format.read(format.write(written), read);
      assertEquals(fields.length / 2, found[0], format.toString());
      found[0] = 0;
    }
  }
}
