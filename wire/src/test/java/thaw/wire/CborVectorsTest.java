package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of RFC 8949, appendix A, each of them. */
class CborVectorsTest {
  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  /** A value in Java's words, with quotes around strings and bytes in hexadecimal. */
  private static String shown(Object value) {
    if (value instanceof String text) {
      return '"' + text + '"';
    }
    if (value instanceof byte[] bytes) {
      return "h'" + HexFormat.of().formatHex(bytes) + "'";
    }
    if (value instanceof List<?> list) {
      return list.stream().map(CborVectorsTest::shown).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> shown(e.getKey()) + ": " + shown(e.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return String.valueOf(value);
  }

  /** The third column tells whether the same bytes are written. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          00 | 0 | same
          01 | 1 | same
          0a | 10 | same
          17 | 23 | same
          1818 | 24 | same
          1819 | 25 | same
          1864 | 100 | same
          1903e8 | 1000 | same
          1a000f4240 | 1000000 | same
          1b000000e8d4a51000 | 1000000000000 | same
          1bffffffffffffffff | 18446744073709551615 | same
          c249010000000000000000 | 18446744073709551616 | same
          3bffffffffffffffff | -18446744073709551616 | same
          c349010000000000000000 | -18446744073709551617 | same
          20 | -1 | same
          29 | -10 | same
          3863 | -100 | same
          3903e7 | -1000 | same
          f90000 | 0.0 | other
          f98000 | -0.0 | other
          f93c00 | 1.0 | other
          fb3ff199999999999a | 1.1 | same
          f93e00 | 1.5 | other
          f97bff | 65504.0 | other
          fa47c35000 | 100000.0 | same
          fa7f7fffff | 3.4028234663852886E38 | same
          fb7e37e43c8800759c | 1.0E300 | same
          f90001 | 5.960464477539063E-8 | other
          f90400 | 6.103515625E-5 | other
          f9c400 | -4.0 | other
          fbc010666666666666 | -4.1 | same
          f97c00 | Infinity | other
          f97e00 | NaN | other
          f9fc00 | -Infinity | other
          fa7f800000 | Infinity | same
          fa7fc00000 | NaN | same
          faff800000 | -Infinity | same
          fb7ff0000000000000 | Infinity | same
          fb7ff8000000000000 | NaN | same
          fbfff0000000000000 | -Infinity | same
          f4 | false | same
          f5 | true | same
          f6 | null | same
          f7 | null | other
          c074323031332d30332d32315432303a30343a30305a | 2013-03-21T20:04:00Z | other
          c11a514b67b0 | 2013-03-21T20:04:00Z | same
          c1fb41d452d9ec200000 | 2013-03-21T20:04:00.500Z | other
          d74401020304 | h'01020304' | other
          d818456449455446 | h'6449455446' | other
          d82076687474703a2f2f7777772e6578616d706c652e636f6d | "http://www.example.com" | other
          40 | h'' | same
          4401020304 | h'01020304' | same
          60 | "" | same
          6161 | "a" | same
          6449455446 | "IETF" | same
          62225c | ""\\" | same
          62c3bc | "\u00fc" | same
          63e6b0b4 | "\u6c34" | same
          64f0908591 | "\ud800\udd51" | same
          80 | [] | same
          83010203 | [1, 2, 3] | same
          8301820203820405 | [1, [2, 3], [4, 5]] | same
          826161a161626163 | ["a", {"b": "c"}] | same
          a0 | {} | same
          a201020304 | {"1": 2, "3": 4} | other
          a26161016162820203 | {"a": 1, "b": [2, 3]} | same
          a56161614161626142616361436164614461656145 | {"a": "A", "b": "B", "c": "C", "d": "D", "e": "E"} | same
          5f42010243030405ff | h'0102030405' | other
          7f657374726561646d696e67ff | "streaming" | other
          9fff | [] | other
          9f018202039f0405ffff | [1, [2, 3], [4, 5]] | other
          9f01820203820405ff | [1, [2, 3], [4, 5]] | other
          83018202039f0405ff | [1, [2, 3], [4, 5]] | other
          83019f0203ff820405 | [1, [2, 3], [4, 5]] | other
          bf61610161629f0203ffff | {"a": 1, "b": [2, 3]} | other
          826161bf61626163ff | ["a", {"b": "c"}] | other
          bf6346756ef563416d7421ff | {"Fun": true, "Amt": -2} | other
          """)
  void an_example_has_its_value(String hex, String expected, String written) {
    byte[] document = bytes(hex);
    assertEquals(expected, shown(Format.CBOR.read(document, Shapes.ANY)));
    byte[] converted = Format.CBOR.convert(document, Format.CBOR);
    assertEquals(written.equals("same"), hex.equals(HexFormat.of().formatHex(converted)));
    assertEquals(expected, shown(Format.CBOR.read(converted, Shapes.ANY)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"98", "9f"})
  void a_list_of_25_is_read_with_and_without_its_length(String begin) {
    StringBuilder hex = new StringBuilder(begin.equals("98") ? "9819" : "9f");
    for (int i = 1; i <= 25; i++) {
      hex.append(i < 24 ? "%02x".formatted(i) : "18%02x".formatted(i));
    }
    byte[] document = bytes(hex + (begin.equals("9f") ? "ff" : ""));
    List<Integer> read = Format.CBOR.read(document, Shapes.list(Shapes.INT32));
    assertEquals(25, read.size());
    assertEquals(25, read.get(24));
    assertEquals(
        "9819" + hex.substring(begin.length() == 2 && begin.equals("98") ? 4 : 2),
        HexFormat.of().formatHex(Format.CBOR.write(read, Shapes.list(Shapes.INT32))));
  }

  /** Simple values that have no meaning; the RFC before this one had an example 0xf818. */
  @ParameterizedTest
  @ValueSource(strings = {"f0", "f8ff", "f818"})
  void a_simple_value_without_a_meaning_is_no_value(String hex) {
    WireException e =
        assertThrows(WireException.class, () -> Format.CBOR.read(bytes(hex), Shapes.ANY));
    assertEquals(true, e.getMessage().contains("simple value"), e.getMessage());
  }

  /** Section 3.4.4, the second of which is a big float: it is for programs that count in twos. */
  @Test
  void a_decimal_fraction_is_a_decimal() {
    assertEquals(new BigDecimal("273.15"), Format.CBOR.read(bytes("c48221196ab3"), Shapes.DECIMAL));
    assertEquals(
        "c48221196ab3",
        HexFormat.of().formatHex(Format.CBOR.write(new BigDecimal("273.15"), Shapes.DECIMAL)));
    assertThrows(WireException.class, () -> Format.CBOR.read(bytes("c5822003"), Shapes.DECIMAL));
  }

  /** Appendix F of the RFC: what is not well-formed, by kinds. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        // The end of the input in a head, in a string, in a list, in a map, after a tag.
        "18",
        "19",
        "1a",
        "1b",
        "1901",
        "1a0102",
        "1b01020304050607",
        "38",
        "58",
        "78",
        "98",
        "9a01ff00",
        "b8",
        "d8",
        "f8",
        "f900",
        "fa0000",
        "fb000000",
        "41",
        "61",
        "5affffffff00",
        "5bffffffffffffffff010203",
        "7affffffff00",
        "7b7fffffffffffffff010203",
        "81",
        "818181818181818181",
        "8200",
        "a1",
        "a20102",
        "a100",
        "a2000000",
        "c0",
        "5f4100",
        "7f6100",
        "9f",
        "9f0102",
        "bf",
        "bf01020102",
        "819f",
        "9f8000",
        "9f9f9f9f9fffffffff",
        "9f819f819f9fffffff",
        // Reserved additional information.
        "1c",
        "1d",
        "1e",
        "3c",
        "3d",
        "3e",
        "5c",
        "5d",
        "5e",
        "7c",
        "7d",
        "7e",
        "9c",
        "9d",
        "9e",
        "bc",
        "bd",
        "be",
        "dc",
        "dd",
        "de",
        "fc",
        "fd",
        "fe",
        // Reserved two-byte encodings of simple values.
        "f800",
        "f801",
        "f818",
        "f81f",
        // Parts of strings of another kind, or without a length.
        "5f00ff",
        "5f21ff",
        "5f6100ff",
        "5f80ff",
        "5fa0ff",
        "5fc000ff",
        "5fe0ff",
        "7f4100ff",
        "5f5f4100ffff",
        "7f7f6100ffff",
        // The end of what is open, where nothing is.
        "ff",
        "81ff",
        "8200ff",
        "a1ff",
        "a1ff00",
        "a100ff",
        "a20000ff",
        "9f81ff",
        "9f829f819f9fffffffff",
        // A map without a value for its last key.
        "bf00ff",
        "bf000000ff",
        // Integers, and tags, without a length.
        "1f",
        "3f",
        "df"
      })
  void what_is_not_well_formed_is_refused_as_a_value_and_skipped_over(String hex) {
    byte[] document = bytes(hex);
    assertThrows(WireException.class, () -> Format.CBOR.read(document, Shapes.ANY), hex);
    assertThrows(WireException.class, () -> skipped(hex), hex);
  }

  private static void skipped(String hex) {
    Format.CBOR.read(bytes("a1617a" + hex), new Nothing());
  }

  /** An object without fields. */
  private static final class Nothing implements Wired {
    @Override
    public void wire(Wire w) {}
  }

  @Test
  void what_is_well_formed_is_skipped_whatever_it_is() {
    for (String hex :
        List.of(
            "f0",
            "f8ff",
            "f7",
            "f97e00",
            "c5822003",
            "d9d9f7a1f4f5",
            "bf9f00ff5f40ffff",
            "a1a1f4f5a0",
            "7f6161ff",
            "d818456449455446",
            "bf0102c20304ff")) {
      skipped(hex);
    }
    assertEquals(
        Instant.parse("2013-03-21T20:04:00Z"),
        Format.CBOR.read(bytes("d9d9f7c11a514b67b0"), Shapes.TIMESTAMP));
  }
}
