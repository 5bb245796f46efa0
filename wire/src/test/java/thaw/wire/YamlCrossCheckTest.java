package thaw.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** YAML beside SnakeYAML Engine (YAML 1.2) and SnakeYAML (YAML 1.1), on generated documents. */
class YamlCrossCheckTest {
  private static final int DOCUMENTS = 2_000;

  private static final String CHANGES = " \n\t:-#'\"\\[]{},?&*!|>%@`~<a1.\r\u00e9";

  /** What one of the versions takes for something else, or for the end of the text. */
  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "a ",
          " a",
          "~",
          "null",
          "Null",
          "NULL",
          "true",
          "True",
          "no",
          "No",
          "on",
          "OFF",
          "y",
          "N",
          "yes",
          "1",
          "-1",
          "+1",
          "01",
          "0o17",
          "0x1F",
          "0b11",
          "1_000",
          "1,000",
          "1e3",
          "1.5",
          "1.",
          ".5",
          "-.5",
          "1e",
          "1:30",
          "190:20:30.15",
          "2026-11-22",
          "2026-11-22T05:25:29Z",
          "2026-11-22 05:25:29",
          ".inf",
          "-.INF",
          ".nan",
          "<<",
          "=",
          "-",
          "- a",
          "-a",
          "--- a",
          "---",
          "...",
          "?",
          "? a",
          "?a",
          ":",
          ": a",
          ":a",
          "a:",
          "a: b",
          "a:b",
          "a #b",
          "a#b",
          "#a",
          "&a",
          "*a",
          "!a",
          "|",
          ">",
          "|-",
          "%a",
          "@a",
          "`a",
          "{a",
          "a}",
          "[a",
          "a]",
          "a, b",
          ",",
          "'",
          "''",
          "it's",
          "\"",
          "say \"hi\"",
          "\\",
          "C:\\dir",
          "\\n",
          "a\nb",
          "a\n\n b\n",
          "\n",
          "\t",
          "a\tb",
          "\r",
          "a\r\nb",
          "\u0000",
          "\u0007\u001b",
          "\u007f",
          "\u0085",
          "\u00a0",
          "\u2028",
          "\u2029",
          "\ufeff",
          "\ufeffa",
          "\ufffe",
          "\uffff",
          "é",
          "Zoë",
          "\uD83C\uDF75",
          "a \uD83C\uDF75 b",
          "42nd",
          "1st",
          "10.0.0.1",
          "12:30:45",
          "0.0.0.0:80",
          "1e3kg",
          "/a/b",
          "(a)",
          "$ref",
          "a=b",
          "a&b",
          "a*",
          "50%",
          "3 apples",
          "e1",
          "E+1",
          "x0",
          "_1",
          "1__",
          "0",
          "00",
          "0.",
          "-0",
          "0x",
          "08");

  // ---- what we write

  @Test
  void what_we_write_others_read_as_it_was() {
    for (int seed = 0; seed < DOCUMENTS; seed++) {
      Object value = value(new Random(seed), 5, Kinds.ALL);
      String yaml = new String(Format.YAML.write(value, Shapes.ANY), UTF_8);
      String name = "seed " + seed + ":\n" + yaml;
      assertEquals(same(value), same(Format.YAML.read(yaml.getBytes(UTF_8), Shapes.ANY)), name);
      assertEquals(same(value), same(engine(yaml)), name);
      assertEquals(same(value), same(yaml11(yaml)), name);
    }
  }

  @Test
  void odd_texts_are_the_same_to_others_as_values_and_as_keys() {
    for (String text : ODD) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put(text, text);
      List<Object> deep = new ArrayList<>(List.of(map, text));
      for (int i = 0; i < 40; i++) {
        deep = new ArrayList<>(Arrays.asList(deep, text)); // from some depth on between brackets
      }
      for (Object value : List.of(text, map, deep)) {
        String yaml = new String(Format.YAML.write(value, Shapes.ANY), UTF_8);
        assertEquals(value, Format.YAML.read(yaml.getBytes(UTF_8), Shapes.ANY), yaml);
        assertEquals(value, engine(yaml), yaml);
        assertEquals(value, yaml11(yaml), yaml);
      }
    }
  }

  private static Object engine(String yaml) {
    LoadSettings settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
    return new Load(settings).loadFromString(yaml);
  }

  private static Object yaml11(String yaml) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
  }

  // ---- what others write

  @ParameterizedTest
  @EnumSource(FlowStyle.class)
  void what_others_write_we_read_as_it_was(FlowStyle flow) {
    int notTheirs = 0;
    for (int seed = 0; seed < DOCUMENTS; seed++) {
      Random random = new Random(seed);
      int indent = 2 + random.nextInt(4);
      ScalarStyle style =
          List.of(ScalarStyle.PLAIN, ScalarStyle.SINGLE_QUOTED, ScalarStyle.DOUBLE_QUOTED)
              .get(random.nextInt(3));
      DumpSettings settings =
          DumpSettings.builder()
              .setSchema(new CoreSchema())
              .setDefaultFlowStyle(flow)
              .setDefaultScalarStyle(style)
              .setIndent(indent)
              .setIndicatorIndent(random.nextInt(indent))
              .setIndentWithIndicator(random.nextBoolean())
              .setMultiLineFlow(random.nextBoolean())
              .setExplicitStart(false)
              .setBestLineBreak(random.nextBoolean() ? "\n" : "\r\n")
              // Quotes of several lines are in the subset, and plain text of several is not.
              .setWidth(style == ScalarStyle.PLAIN ? 10_000 : 5 + random.nextInt(40))
              .build();
      Object value = value(random, 5, style == ScalarStyle.PLAIN ? Kinds.LINES : Kinds.TEXTS);
      String yaml = new Dump(settings).dumpToString(value);
      String name = "seed " + seed + ":\n" + yaml;
      if (!Objects.equals(same(value), same(engine(yaml)))) {
        notTheirs++; // lines of a few characters: a backslash is added before one beyond U+FFFF
        continue;
      }
      Object read;
      try {
        read = Format.YAML.read(yaml.getBytes(UTF_8), Shapes.ANY);
      } catch (WireException e) {
        throw new AssertionError(name, e);
      }
      assertEquals(same(value), same(read), name);
    }
    assertTrue(
        notTheirs < DOCUMENTS / 20, notTheirs + " documents that their own reader reads otherwise");
  }

  // ---- bytes that nobody wrote

  @Test
  void documents_with_bytes_changed_or_cut_off_are_read_or_refused() {
    for (int seed = 0; seed < DOCUMENTS; seed++) {
      Random random = new Random(seed);
      byte[] yaml = Format.YAML.write(value(random, 4, Kinds.ALL), Shapes.ANY);
      byte[] changed = Arrays.copyOf(yaml, random.nextInt(yaml.length + 1));
      for (int i = random.nextInt(4); i > 0 && changed.length > 0; i--) {
        changed[random.nextInt(changed.length)] =
            (byte) CHANGES.charAt(random.nextInt(CHANGES.length()));
      }
      try {
        Object read = Format.YAML.read(changed, Shapes.ANY);
        assertEquals(
            same(read),
            same(Format.YAML.read(Format.YAML.write(read, Shapes.ANY), Shapes.ANY)),
            "seed " + seed);
      } catch (WireException e) {
        // As it may be; what else is thrown fails the test.
      }
    }
  }

  // ---- values

  /** What documents are made of. */
  private enum Kinds {
    ALL,
    /** Texts are in one line, keys not empty, and numbers what the JDK has as primitives. */
    LINES,
    /** All scalars are texts; keys are in one line, and not empty. */
    TEXTS
  }

  private static Object value(Random random, int depth, Kinds kinds) {
    int kind =
        kinds == Kinds.TEXTS
            ? 4 + random.nextInt(depth == 0 ? 2 : 6)
            : random.nextInt(depth == 0 ? 6 : 10);
    return switch (kind) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextLong() >> random.nextInt(64);
      case 3 -> number(random, kinds == Kinds.ALL);
      case 4, 5 -> text(random, kinds != Kinds.LINES);
      case 6, 7 -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
          list.add(value(random, depth - 1, kinds));
        }
        yield list;
      }
      default -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(random.nextInt(10) == 0 ? 30 : 5); i > 0; i--) {
          map.put(key(random, kinds == Kinds.ALL), value(random, depth - 1, kinds));
        }
        yield map;
      }
    };
  }

  private static String key(Random random, boolean all) {
    String key = text(random, all);
    return key.isEmpty() && !all ? "key" : key;
  }

  private static Object number(Random random, boolean decimals) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(2_000) / 100.0;
      case 1 -> Double.longBitsToDouble(random.nextLong() & ~(1L << 62));
      case 2 -> random.nextGaussian();
      default ->
          decimals
              ? new BigDecimal(new BigInteger(70, random), 1 + random.nextInt(20))
              : (double) random.nextLong();
    };
  }

  private static String text(Random random, boolean lines) {
    int kind = random.nextInt(4);
    if (kind == 0) {
      String odd = ODD.get(random.nextInt(ODD.size()));
      return lines ? odd : odd.replaceAll("\\R", " ");
    }
    StringBuilder text = new StringBuilder();
    String from = kind == 1 ? "abc xyz-_." : kind == 2 ? "ab12 :#-,'\"\\{}[]\n\té\u2028" : "word ";
    for (int i = random.nextInt(kind == 3 ? 100 : 12); i > 0; i--) {
      text.append(from.charAt(random.nextInt(from.length())));
    }
    return lines ? text.toString() : text.toString().replaceAll("\\R", " ");
  }

  /** Numbers as their readers have them are the same when their values are. */
  private static Object same(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> same = new LinkedHashMap<>();
      map.forEach((key, each) -> same.put(key, same(each)));
      return same;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(YamlCrossCheckTest::same).toList();
    }
    return value instanceof Number number ? number.doubleValue() : value;
  }
}
