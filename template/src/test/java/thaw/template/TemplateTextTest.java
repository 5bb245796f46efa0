package thaw.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import thaw.problem.UserMistake;

class TemplateTextTest {
  @TempDir Path folder;

  private final List<String> warnings = new ArrayList<>();

  private TemplateValue.Members read(String text) throws IOException {
    return TemplateText.read(
        Files.writeString(folder.resolve("template.yaml"), text), warnings::add);
  }

  private UserMistake mistake(String text) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(text));
    assertTrue(mistake.getMessage().startsWith(folder.toString()), mistake.getMessage());
    return mistake;
  }

  private static TemplateValue yaml(String text, List<String> warnings) {
    Parse parser = new Parse(LoadSettings.builder().build());
    return new YamlValues(
            "f", parser.parseString(text).iterator(), _ -> Optional.empty(), warnings::add)
        .document()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"a\": [], \"b\": {}, \"c\": [{}, [[]]]}",
        "{\n \"A\": {\"Ref\": \"B\"},\n\n  \"C\" : [ 1, {\"Fn::Sub\": \"${A}\"}]\n}\n",
        "{\"Fn::ForEach::X\": 1, \"s\": {\"Fn::If\": [\"a\", \"b\"]}}",
        "{\"a\": 1, \"b\": -1.50, \"c\": 1e3, \"d\": 1E+3, \"e\": 0, \"f\": 0.10}",
        "{\"a\": true, \"b\": false, \"c\": null, \"d\": \"true\", \"e\": \"\", \"f\": \"0644\"}",
        "{\"a\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9 \u20ac\", \"\u00e9\": 1, \"z\": 2}",
        "{\"<<\": {\"x\": 1}, \"a\": 1, \"a\": 2,\r\n\"b\": {\"c\": 1, \"c\": 3}}",
      })
  void json_is_read_as_the_same_in_yaml_is(String text) {
    List<String> ofYaml = new ArrayList<>();
    List<String> ofJson = new ArrayList<>();
    assertEquals(Optional.of(yaml(text, ofYaml)), JsonValues.of("f", text, ofJson::add));
    assertEquals(ofYaml, ofJson);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{a: 1}",
        "{\"a\": b}",
        "{\"a\": 1,}",
        "{\"a\": 1} # end",
        "{\"a\": !Ref b}",
        "{'a': 1}",
        "{\"a\": 1}\n{\"a\": 2}"
      })
  void what_only_begins_as_json_is_left_to_yaml_without_a_word(String text) {
    assertEquals(
        Optional.empty(),
        JsonValues.of("f", text.replace("{\"a\"", "{\"a\": 0, \"a\""), warnings::add));
    assertEquals(List.of(), warnings);
  }

  @Test
  void braces_without_quotes_tabs_and_a_byte_order_mark_are_read() throws IOException {
    for (String text : List.of("{a: 1,}", "\uFEFF{\t\"a\":\t1}", "\uFEFF{\ta: 1}", "\uFEFFa: 1")) {
      assertEquals("1", ((TemplateValue.Text) read(text).value("a").orElseThrow()).text(), text);
    }
  }

  @Test
  void aliases_and_merge_keys_are_written_out() throws IOException {
    TemplateValue.Members read =
        read(
            """
            a: &a {x: &x yes, y: [*x, 2]}
            &k key: *a
            c: {<<: *a, x: 3}
            d: {<<: [{y: 1}, *a], z: !Sub "${*x}"}
            f: {*k : 4}
            """);
    assertEquals(read.value("a"), Optional.of(read.value("key").orElseThrow()));
    TemplateValue.Members c =
        assertInstanceOf(TemplateValue.Members.class, read.value("c").orElseThrow());
    assertEquals("3", ((TemplateValue.Text) c.value("x").orElseThrow()).text());
    assertInstanceOf(TemplateValue.Items.class, c.value("y").orElseThrow());
    TemplateValue.Members d =
        assertInstanceOf(TemplateValue.Members.class, read.value("d").orElseThrow());
    assertEquals("1", ((TemplateValue.Text) d.value("y").orElseThrow()).text());
    assertEquals("true", ((TemplateValue.Text) d.value("x").orElseThrow()).text());
    TemplateValue.Members f =
        assertInstanceOf(TemplateValue.Members.class, read.value("f").orElseThrow());
    assertTrue(f.member("key").isPresent());
    assertEquals(List.of(), warnings);
  }

  @Test
  void more_than_fifty_aliases_of_mappings_are_no_mistake() throws IOException {
    assertEquals(61, read("a: &a {b: c}\n" + lines("k%d: *a\n", 60)).members().size());
  }

  private static String lines(String line, int number) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < number; i++) {
      all.append(line.formatted(i));
    }
    return all.toString();
  }

  @Test
  void a_billion_values_of_aliases_are_refused_at_once_with_their_place() {
    StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      String before = "*a" + (i - 1);
      text.append("a%d: &a%d [%s]\n".formatted(i, i, lines(before, 9, ", ")));
    }
    UserMistake mistake =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(20), () -> mistake(text.toString()));
    assertTrue(mistake.getMessage().contains("stand for more than 2,000,000 values"));
    assertTrue(mistake.getMessage().contains("template.yaml:7:"), mistake.getMessage());
  }

  private static String lines(String word, int number, String between) {
    return String.join(between, Collections.nCopies(number, word));
  }

  @Test
  void aliases_that_lead_nowhere_or_to_themselves_are_told_with_their_place() {
    assertTrue(
        mistake("a: &x [1, *x]")
            .getMessage()
            .endsWith(":1:11: *x stands in the value that it names"));
    assertTrue(mistake("a: *x").getMessage().endsWith(":1:4: no value before has the anchor &x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":", "{a: ", "[!Sub "})
  void a_value_that_is_too_deep_is_told(String open) {
    UserMistake mistake = mistake("{\"a\": " + lines(open, 200_000, "") + "1");
    assertTrue(mistake.getMessage().contains("must not nest deeper than 200 levels"));
  }
}
