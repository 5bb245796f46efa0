package thaw.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** YAML as it is written and read by descriptions. */
class YamlTest {
  private static final Field A = Field.of(1, "a");
  private static final Field B = Field.of(2, "b");
  private static final Field QUOTED = Field.of(3, "odd \"name\"\n");

  /** Two numbers and a text. */
  private static final class Sample implements Wired {
    private int a = -1;
    private long b = -2;
    private String text = "as it was";

    @Override
    public void wire(Wire w) {
      a = w.int32(A, a);
      b = w.int64(B, b);
      text = w.string(QUOTED, text);
    }

    @Override
    public String toString() {
      return a + " " + b + " " + text;
    }
  }

  private static String read(String yaml) {
    return Format.YAML.read(yaml.getBytes(UTF_8), new Sample()).toString();
  }

  private static WireException refused(String yaml) {
    return assertThrows(WireException.class, () -> read(yaml), yaml);
  }

  private static <T> T value(String yaml, Shape<T> shape) {
    return Format.YAML.read(yaml.getBytes(UTF_8), shape);
  }

  private static <T> String written(T value, Shape<T> shape) {
    return new String(Format.YAML.write(value, shape), UTF_8);
  }

  @Test
  void an_object_is_written_as_people_would_and_read() {
    byte[] yaml = Format.YAML.write(WiredOrder.SAMPLE, WiredOrder.SHAPE);
    assertEquals(
        """
        id: o-2026-000117
        customer: Zoë Müller-Lüdenscheidt
        note: null
        created: 1795324800123
        total: 129.9
        express: true
        priority: 3
        lines:
          - article: kettle "steel"
            count: 1
            price: 49.95
            taxed: true
          - article: tea, green \uD83C\uDF75
            count: 4
            price: 7.25
            taxed: false
          - article: cup
            count: 6
            price: 8.49
            taxed: true
          - article: "spoon\\n"
            count: 6
            price: 0.01
            taxed: true
        """,
        new String(yaml, UTF_8));
    assertEquals(WiredOrder.SAMPLE, Format.YAML.read(yaml, WiredOrder.SHAPE));
    assertEquals(
        WiredOrder.SAMPLE,
        Format.YAML.read(Format.JSON.write(WiredOrder.SAMPLE, WiredOrder.SHAPE), WiredOrder.SHAPE));
  }

  @Test
  void every_document_that_is_cut_short_is_read_or_refused() {
    byte[] yaml = Format.YAML.write(WiredOrder.SAMPLE, WiredOrder.SHAPE);
    for (int length = 0; length < yaml.length; length++) {
      byte[] part = Arrays.copyOf(yaml, length);
      try {
        Format.YAML.read(part, WiredOrder.SHAPE);
      } catch (WireException e) {
        assertEquals("$", e.path().substring(0, 1));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: 1;b: 2;\"odd \\\"name\\\"\\n\": x            | 1 2 x",
        "b: 2;a: 1                                       | 1 2 as it was",
        "{}                                              | -1 -2 as it was",
        "---;# nothing but;a: 5   # five;;;b: 6;...;# end | 5 6 as it was",
        "'a': 7;z:;  - 1;  - a: 2;  - [];b: 3            | 7 3 as it was",
        "z:;- 1;- x;-;- - y;  - {a: 3};a: 4              | 4 -2 as it was",
        "{z: [1, {a: 2}, [], ], 'b':3, \"a\":4,}         | 4 3 as it was",
        "a: null;b: ~;\"odd \\\"name\\\"\\n\":           | -1 -2 null",
        "\"\\u0061\": 1e2;b: 1.50e1                      | 100 15 as it was",
        "`  b: 9223372036854775807;  a: -2147483648`     | -2147483648 9223372036854775807 as it was",
        "z: {;  x: 1, # one;  y: [a,;b];};a: 3           | 3 -2 as it was",
        "z: 'it''s;;  folded  ';a: 1                     | 1 -2 as it was",
      })
  void fields_in_any_order_missing_and_unknown(String yaml, String expected) {
    assertEquals(expected, read(yaml.replace(';', '\n')));
    assertEquals(expected, read(yaml.replace(";", "\r\n")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: 1;a: 2              | the key is there twice: a in line 2 at byte 5, $.a",
        "a: 1;\"\\x61\": 2        | the key is there twice: a in line 2 at byte 6, $.a",
        "z: {x: 1, y: 2, x: 3}  | the key is there twice: x in line 1 at byte 16, $.z.x",
        "a: 2147483648          | must be in -2147483648..2147483647: 2147483648 in line 1 at byte 3, $.a",
        "a: 1.5                 | must be an integer: 1.5 in line 1 at byte 3, $.a",
        "a: '1'                 | there must be an integer, but there is text in quotes: 1 in line 1 at byte 3, $.a",
        "a: 0x1F                | there must be an integer, but there is the text 0x1F in line 1 at byte 3, $.a",
        "a: 010                 | there must be an integer, but there is the text 010 in line 1 at byte 3, $.a",
        "b: 1;a: [1]            | there must be an integer, but there is a list in line 2 at byte 8, $.a",
        "- 1                    | there must be an object, but there is a list in line 1 at byte 0, $",
        "z:;- x;- &y 1          | an anchor (&) is not supported in line 3 at byte 9, $.z[1]",
        "z:;  - x: *y           | an alias (*) is not supported in line 2 at byte 10, $.z[0].x",
        "a: !!int 1             | a tag (!) is not supported in line 1 at byte 3, $.a",
        "b: >-                  | a block scalar (>) is not supported: use double quotes and \\n in line 1 at byte 3, $.b",
        "%YAML 1.2              | a directive (%) is not supported in line 1 at byte 0, $",
        "---;a: 1;---           | a second document in the same text is not supported in line 3 at byte 9, $.a",
        "a: 1;...;b: 2          | a second document in the same text is not supported in line 3 at byte 9, $.a",
        "--- a: 1               | a value in the line of --- or ... is not supported in line 1 at byte 0, $",
        "? a;: 1                | a complex key (?) is not supported in line 1 at byte 0, $",
        "a: 1;[b]: 2            | a list or map as a key is not supported in line 2 at byte 5, $.a",
        "<<: {a: 1}             | a merge key (<<) is not supported in line 1 at byte 0, $",
        "z:;\tx: 1              | a tab as indentation is not supported: use spaces in line 2 at byte 3, $.z",
        "z:;-\tx: 1             | a tab as indentation is not supported: use spaces in line 2 at byte 4, $.z[0]",
        "z: one;  two           | deeper than what it could belong to; text of several lines must be in quotes in line 2 at byte 9, $.z",
        "z:;    x: 1;  y: 2     | deeper than what it could belong to; text of several lines must be in quotes in line 3 at byte 14, $.z.x",
        "a: 1;b                 | there must be \": \" behind a key; text of several lines must be in quotes in line 2 at byte 6, $.a",
        "z: a: b                | a second \": \" in a line, or a list or map as a key, is not supported: put text in quotes in line 1 at byte 4, $.z",
        "z: - 1                 | a list must begin on a line of its own in line 1 at byte 3, $.z",
        "z: 'one;two'           | a further line between quotes must be indented deeper in line 2 at byte 8, $.z",
        "z:;  y: \"x;\ty\"        | a further line between quotes must be indented deeper in line 3 at byte 11, $.z.y",
        "z: \"a                 | the document ends in a text that begins with a quote in line 1 at byte 5, $.z",
        "z: \"\\q\"              | no escape: \\ and q in line 1 at byte 4, $.z",
        "z: \"\\u12\"            | \\u must be followed by 4 hexadecimal digits in line 1 at byte 4, $.z",
        "z: [1, 2               | there must be a comma or ], but there is the end in line 1 at byte 8, $.z[1]",
        "z: [1;---;]            | there must be a comma or ], but there is - in line 2 at byte 6, $.z[0]",
        "z: [a: 1]              | a pair in a list, or a list or map as a key, is not supported in line 1 at byte 5, $.z[0]",
        "z: {a}                 | there must be \": \" behind a key, but there is } in line 1 at byte 5, $.z.a",
        "z: [,]                 | there must be a value, but there is , in line 1 at byte 4, $.z[0]",
        "z: @x                  | a text must be in quotes when it begins with @ in line 1 at byte 3, $.z",
        "- 1;x: 2               | there must be \"- \", as for the element before in line 2 at byte 4, $[0]",
        "x: 2;- 1               | there must be a key, but there is \"- \" in line 2 at byte 5, $.x",
        "z: '1' x               | nothing may follow a value in its line, but there is x in line 1 at byte 7, $.z",
      })
  void what_is_wrong_is_told_with_offset_line_and_path(String yaml, String message) {
    assertEquals(message, refused(yaml.replace(';', '\n')).getMessage(), yaml);
  }

  @Test
  void collections_in_each_other() {
    Shape<Map<String, List<List<String>>>> shape =
        Shapes.map(Shapes.list(Shapes.list(Shapes.STRING)));
    Map<String, List<List<String>>> value = new LinkedHashMap<>();
    value.put("no", List.of(List.of("1", "two"), List.of(), List.of("1.10")));
    value.put("", List.of());
    String yaml =
        """
        "no":
          - - "1"
            - two
          - []
          - - "1.10"
        "": []
        """;
    assertEquals(yaml, written(value, shape));
    assertEquals(value, value(yaml, shape));
    assertEquals(value, value(yaml.replace("\"1.10\"", "1.10   # as it is there"), shape));
    assertEquals("{}\n", written(Map.of(), shape));
    assertEquals("[]\n", written(List.of(), Shapes.list(shape)));
    assertEquals("null\n", written(null, shape));
    assertNull(value("", shape));
    assertNull(value("# nothing\n---\n", shape));
    assertEquals(Arrays.asList("a", null, null), value("- a\n-\n- ~", Shapes.list(Shapes.STRING)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "plain text # comment                | plain text",
        "it's                                | it's",
        "'it''s'                             | it's",
        "''                                  | ``",
        "a#b:c                               | a#b:c",
        "-1:x                                | -1:x",
        "\"\\x41\\u0042\\U00000043\\/\\e.\"    | ABC/\u001b.",
        "\"\\ud83c\\udf75\"                    | \uD83C\uDF75",
        "\"\\N\\_\\L\\P\"                      | \u0085\u00a0\u2028\u2029",
        "\"one ;  two;;  three;;;four\"       | one two;three;;four",
        "\"one \\;   two \\;  \\  three\"       | one two   three",
        "\"one; \t;\ttwo\"                     | `one;two`",
        "\"one\\t ; two\"                      | one\t two",
        "'one;  two;;three '                 | `one two;three `",
        "NULL                                | NULL",
        "yes                                 | yes",
        "1.10                                | 1.10",
        "\uFEFFx                            | x",
      })
  void what_texts_say(String yaml, String text) {
    assertEquals(text.replace(';', '\n'), value(yaml.replace(';', '\n'), Shapes.STRING));
    assertEquals(text.replace(';', '\n'), value(yaml.replace(";", "\r\n"), Shapes.STRING));
    assertEquals(text.replace(';', '\n'), value(yaml.replace(";", "\r"), Shapes.STRING));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.0, 1, 129.9, 1e23, -1e300, 5e-324, Double.MAX_VALUE, 1e10})
  void a_double_comes_back_as_it_was(double value) {
    String yaml = written(value, Shapes.FLOAT64);
    assertEquals(value, value(yaml, Shapes.FLOAT64));
    // What has no point, or an exponent without a sign, is text to readers of YAML 1.1.
    assertTrue(yaml.matches("-?\\d+\\.\\d+(E[-+]\\d+)?\n"), yaml);
  }

  @Test
  void what_text_cannot_have_is_refused_when_it_is_written() {
    assertThrows(WireException.class, () -> written(Double.NaN, Shapes.FLOAT64));
    assertThrows(WireException.class, () -> written(1 / 0.0, Shapes.FLOAT64));
  }

  // ---- limits

  private static String refusedBy(Limits limits, String yaml) {
    return assertThrows(
            WireException.class,
            () ->
                Format.YAML
                    .reader(limits)
                    .reset(yaml.getBytes(UTF_8))
                    .read(Shapes.list(Shapes.STRING)))
        .getMessage();
  }

  @Test
  void limits_are_those_of_all_readers() {
    Limits limits = new Limits(100, 3, 5, 4, 6);
    assertEquals(
        "deeper than 3 objects and lists in each other in line 1 at byte 3, $[0][0][0]",
        refusedBy(limits, "[[[[1]]]]"));
    assertEquals(
        "deeper than 3 objects and lists in each other in line 1 at byte 6, $[0][0][0]",
        refusedBy(limits, "- - - - 1"));
    assertEquals(
        "a text is longer than 5 bytes in line 1 at byte 2, $[0]", refusedBy(limits, "- abcdef"));
    assertEquals(
        "a text is longer than 5 bytes in line 1 at byte 3, $[0]", refusedBy(limits, "- 'abcdef'"));
    assertEquals(
        "more than 6 elements and fields in line 1 at byte 16, $[5]",
        refusedBy(limits, "[1,2,3,{a: 1},2,3]"));
    assertEquals(
        "the document is longer than 100 bytes at byte 0", refusedBy(limits, " ".repeat(101)));
    assertEquals(
        "a number is longer than 4 characters in line 1 at byte 0, $",
        assertThrows(
                WireException.class,
                () -> Format.YAML.reader(limits).reset("12345".getBytes(UTF_8)).read(Shapes.INT64))
            .getMessage());
  }

  @Test
  void bytes_that_are_no_text_are_refused() {
    for (byte[] bytes :
        new byte[][] {
          {'a', (byte) 0xc3}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {'a', 0}, {27}
        }) {
      assertThrows(WireException.class, () -> Format.YAML.read(bytes, Shapes.STRING));
    }
  }

  @Test
  void depth_costs_no_stack_and_nothing_costs_the_square_of_the_size() {
    int many = 200_000;
    Limits deep = Limits.DEFAULT.withMaxDepth(Integer.MAX_VALUE);
    String fields = "[".repeat(many);
    assertThrows(
        WireException.class,
        () -> Format.YAML.reader(deep).reset(fields.getBytes(UTF_8)).read(new Sample()));
    StringBuilder dashes = new StringBuilder("z:\n");
    for (int i = 0; i < many; i++) {
      dashes.append("- ");
    }
    assertEquals(
        "-1 -2 as it was",
        Format.YAML
            .reader(deep)
            .reset(dashes.toString().getBytes(UTF_8))
            .read(new Sample())
            .toString());
    StringBuilder unknown = new StringBuilder();
    for (int i = 0; i < many; i++) {
      unknown.append("\"k\\x30").append(i).append("\": {}\n");
    }
    unknown.append("b: 1\na: 2\n");
    assertTimeoutPreemptively(
        Duration.ofMinutes(1), () -> assertEquals("2 1 as it was", read(unknown.toString())));
  }
}
