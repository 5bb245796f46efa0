package thaw.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that are short and would be costly, or not refused in the words of this library. */
@Timeout(60)
class HostileTest {
  private static final Field I = Field.of(1, "i");
  private static final Field J = Field.of(2, "j");

  /** Written by methods of the core, read by setters. */
  private static final class Pair implements Wired {
    private int i;
    private long j;

    private void i(int value) {
      i = value;
    }

    private void j(long value) {
      j = value;
    }

    @Override
    public void wire(Wire w) {
      if (w.reading()) {
        w.read(I).int32(this, Pair::i);
        w.read(J).int64(this, Pair::j);
      } else {
        w.int32(I, i);
        w.int64(J, j);
      }
    }
  }

  private static <T> WireException refused(String json, Shape<T> shape) {
    return assertThrows(
        WireException.class, () -> Format.JSON.read(json.getBytes(UTF_8), shape), json);
  }

  @Test
  void setters_are_called_in_every_format() {
    Pair pair = new Pair();
    pair.i = 258;
    pair.j = 7;
    for (Format format :
        List.of(
            Format.JSON,
            Format.YAML,
            Format.CBOR,
            Format.PLAIN_BINARY,
            Format.PROTOBUF,
            Format.FIX)) {
      Pair read = format.read(format.write(pair), new Pair());
      assertEquals(258, read.i, format::toString);
      assertEquals(7, read.j, format::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1e-200000000", "1e-2147483647", "0.5", "15e-1", "1e1000", "1e2147483647"})
  void integers_cost_what_their_text_costs(String number) {
    refused(number, Shapes.INTEGER);
  }

  @Test
  void an_integer_may_have_all_the_digits_that_the_document_has() {
    String digits = "9".repeat(1_000);
    assertEquals(new BigInteger(digits), Format.JSON.read(digits.getBytes(UTF_8), Shapes.INTEGER));
    assertEquals(
        BigInteger.TEN.pow(999), Format.JSON.read("1e999".getBytes(UTF_8), Shapes.INTEGER));
    byte[] binary = Format.CBOR.write(BigInteger.TWO.pow(8_000), Shapes.INTEGER);
    Limits limits = new Limits(1 << 20, 10, 10_000, 10_000, 10);
    assertEquals(
        BigInteger.TWO.pow(8_000), Format.CBOR.reader(limits).reset(binary).read(Shapes.INTEGER));
  }

  @Test
  void names_of_halves_of_characters_have_hashes_of_their_own() {
    int[] hashes = new int[1_000];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = Field.hash("" + (char) (0xdc00 + i) + (char) 0xdc00);
    }
    assertTrue(Arrays.stream(hashes).distinct().count() > 990);
    assertEquals(Field.of(1, "é\uD83C\uDF75").hash, Field.hash("é\uD83C\uDF75"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void one_byte_of_plain_binary_is_a_value_or_refused(int first) {
    for (Shape<?> shape :
        List.of(
            Shapes.STRING,
            Shapes.BYTES,
            Shapes.DECIMAL,
            Shapes.TIMESTAMP,
            Shapes.INTEGER,
            Shapes.DATE)) {
      try {
        Object value = Format.PLAIN_BINARY.read(new byte[] {(byte) first}, shape);
        assertTrue(first == 1 && value != null, () -> first + " is " + value);
      } catch (WireException e) {
        assertTrue(e.offset() <= 1, e.getMessage());
      }
    }
  }

  @Test
  void a_period_beyond_an_int_is_refused() {
    refused("\"P999999999W\"", TextShapes.PERIOD);
  }

  @Test
  void escaped_spaces_on_many_lines_are_read_in_proportion() {
    String text = "\"" + "\\ \n".repeat(300_000) + "\"";
    String read = Format.YAML.read(text.getBytes(UTF_8), Shapes.STRING);
    assertEquals(600_000, read.length());
  }

  @Test
  void every_number_obeys_its_limit() {
    Limits three = new Limits(100, 10, 100, 3, 10);
    byte[] json = "123456789".getBytes(UTF_8);
    assertThrows(
        WireException.class, () -> Format.JSON.reader(three).reset(json).read(Shapes.INT32));
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSON", "YAML", "CBOR"})
  void a_reader_does_not_keep_what_one_large_document_needed(String name) throws Exception {
    Format format = (Format) Format.class.getField(name).get(null);
    Map<String, Object> wide = new LinkedHashMap<>();
    for (int i = 100_000; i > 0; i--) {
      wide.put("" + (i + 2), 0);
    }
    wide.put("2", 8);
    wide.put("1", 7); // not next: all that is before it is gone over
    byte[] large = Format.JSON.write(wide, Shapes.ANY);
    byte[] document = format == Format.JSON ? large : Format.JSON.convert(large, format);
    Numbered numbered = new Numbered();
    Reader reader = format.reader();
    assertEquals(7, reader.reset(document).read(numbered).first);
    assertTrue(indexBytes(reader) <= 1 << 20, "what was read");
    assertEquals(7, reader.reset(document).read(new Numbered()).first);
    // Also when the document turns out to be wrong behind it.
    byte[] cut = Arrays.copyOf(document, document.length + 1);
    cut[document.length] = 1;
    assertThrows(WireException.class, () -> reader.reset(cut).read(new Numbered()));
    reader.reset(format.write(new Numbered()));
    assertTrue(indexBytes(reader) <= 1 << 20, "what was refused");
  }

  static int indexBytes(Reader reader) throws ReflectiveOperationException {
    java.lang.reflect.Field index =
        (reader instanceof YamlReader ? YamlReader.class : Reader.class).getDeclaredField("index");
    index.setAccessible(true);
    java.lang.reflect.Field ints = FieldIndex.class.getDeclaredField("ints");
    ints.setAccessible(true);
    return Integer.BYTES * ((int[]) ints.get(index.get(reader))).length;
  }

  /** Fields whose names are their numbers, so that every format can have them from a map. */
  private static final class Numbered implements Wired {
    private static final Field FIRST = Field.of(1, "1");
    private static final Field SECOND = Field.of(2, "2");
    private int first;
    private int second;

    @Override
    public void wire(Wire w) {
      first = w.int32(FIRST, first);
      second = w.int32(SECOND, second);
    }
  }

  /** An object that may have itself in it, as a field, in a list and in a map. */
  private static final class Node implements Wired {
    static final ObjectShape<Node> SHAPE =
        new ObjectShape<>() {
          @Override
          protected Node blank() {
            return new Node();
          }

          @Override
          protected Node fields(Wire w, Node value) {
            value.wire(w);
            return value;
          }
        };

    private static final Field NEXT = Field.of(1, "next");
    private static final Field ALL = Field.of(2, "all");
    private static final Field NAMED = Field.of(3, "named");
    private Node next;
    private List<Node> all;
    private Map<String, Node> named;

    static Node chain(int length) {
      Node node = new Node();
      for (int i = 1; i < length; i++) {
        Node around = new Node();
        around.next = node;
        node = around;
      }
      return node;
    }

    @Override
    public void wire(Wire w) {
      next = w.value(NEXT, next, SHAPE);
      all = w.list(ALL, all, SHAPE);
      named = w.map(NAMED, named, SHAPE);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "JSON, $.next.next, $.all[1].all[1], $.named.me.named.me",
    "YAML, $.next.next, $.all[1].all[1], $.named.me.named.me",
    "CBOR, $.next.next, $.all[1].all[1], $.named.me.named.me",
    "PROTOBUF, $.1.1, $.2[1].2[1], $.3.me.3.me",
    "PLAIN_BINARY, '', '', ''"
  })
  void what_has_itself_in_it_is_refused_with_the_way(
      String name, String nested, String listed, String mapped) throws Exception {
    Format format = (Format) Format.class.getField(name).get(null);
    Node itself = new Node();
    itself.next = itself;
    Node inList = new Node();
    inList.all = List.of(new Node(), inList);
    Node inMap = new Node();
    inMap.named = Map.of("me", inMap);
    Writer writer = format.writer();
    Map<Node, String> ways = new IdentityHashMap<>();
    ways.put(itself, nested);
    ways.put(inList, listed);
    ways.put(inMap, mapped);
    ways.forEach((node, way) -> {
      WireException e = assertThrows(WireException.class, () -> writer.write(node));
      assertTrue(e.getMessage().startsWith("deeper than 1000 objects"), e.getMessage());
      assertTrue(e.path().startsWith(way), e.path());
    });
    // The writer is as good as before, for all that is not as deep.
    Node deep = Node.chain(Writer.MAX_DEPTH);
    byte[] document = writer.write(deep).toByteArray();
    Node read =
        format
            .reader(Limits.DEFAULT.withMaxDepth(Writer.MAX_DEPTH))
            .reset(document)
            .read(new Node());
    int depth = 0;
    for (Node node = read; node != null; node = node.next) {
      depth++;
    }
    assertEquals(Writer.MAX_DEPTH, depth);
    assertThrows(
        WireException.class, () -> format.write(Node.chain(Writer.MAX_DEPTH + 1), Node.SHAPE));
  }

  @Test
  void a_list_that_has_itself_in_it_is_refused() {
    List<Object> list = new ArrayList<>();
    list.add(list);
    WireException e = assertThrows(WireException.class, () -> Format.JSON.write(list, Shapes.ANY));
    assertTrue(e.path().startsWith("$[0][0]"), e.path());
  }

  @Test
  void a_document_that_is_too_long_is_not_taken() {
    Reader reader = Format.JSON.reader(new Limits(3, 10, 100, 100, 10));
    reader.reset("12".getBytes(UTF_8));
    assertThrows(WireException.class, () -> reader.reset("12345".getBytes(UTF_8)));
    assertEquals(12, reader.read(Shapes.INT32));
  }
}
