package thaw.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.problem.UserMistake;

/** Small templates of which much could be made: each is bounded, with a place. */
class HostileTemplateTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private TemplateValue.Members resolve(String text) throws IOException {
    write("template.yaml", text);
    return assertTimeoutPreemptively(PATIENCE, this::resolved);
  }

  private TemplateValue.Members resolved() {
    Path file = folder.resolve("template.yaml");
    return Resolution.of(file, TemplateText.read(file), Map.of(), new NoDeployment()).resolved();
  }

  private static String stored(String value) {
    return "{Type: AWS::SSM::Parameter, Properties: {Type: String, Value: " + value + "}}\n";
  }

  /** Each level has that before it twice. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "!Sub '${R%1$d.Value}${R%1$d.Value}'",
        "!Join ['', [!GetAtt R%1$d.Value, !GetAtt R%1$d.Value]]",
        "!Sub ['${A}${A}', {A: !GetAtt R%1$d.Value}]"
      })
  void a_text_that_is_doubled_forty_times_is_told_where_it_is_too_long(String twice)
      throws IOException {
    StringBuilder text = new StringBuilder("Resources:\n  R0: " + stored("abcdefgh"));
    for (int i = 1; i <= 40; i++) {
      text.append("  R").append(i).append(": ").append(stored(twice.formatted(i - 1)));
    }
    TemplateValue.Call unknown = TemplateValue.unknown(resolve(text.toString())).orElseThrow();
    assertTrue(unknown.mistake().getMessage().contains("a text of more than 1,048,576 letters"));
    assertTrue(unknown.mistake().getMessage().contains("template.yaml:20:"));
  }

  @Test
  void a_name_that_is_asked_for_in_many_ways_is_found_once() throws IOException {
    StringBuilder text = new StringBuilder("Resources:\n  R0: " + stored("a"));
    for (int i = 1; i <= 60; i++) {
      String twice = "!Select [1, [!GetAtt R%1$d.Value, !GetAtt R%1$d.Value]]";
      text.append("  R").append(i).append(": ").append(stored(twice.formatted(i - 1)));
    }
    assertEquals(Optional.empty(), TemplateValue.unknown(resolve(text.toString())));
  }

  @Test
  void loops_in_each_other_end() {
    String loop = "{'T${A}${B}${C}${D}${E}': {Type: AWS::SNS::Topic}}";
    for (String name : "E D C B A".split(" ")) {
      loop =
          "{'Fn::ForEach::%1$s': [%1$s, [a, b, c, d, e, f, g, h, i, j], %2$s]}"
              .formatted(name, loop);
    }
    String text = "Transform: AWS::LanguageExtensions\nResources: " + loop;
    UserMistake mistake = assertThrows(UserMistake.class, () -> resolve(text));
    assertTrue(mistake.getMessage().contains("more than 10,000 turns"), mistake.getMessage());
  }

  @Test
  void nested_stacks_that_each_name_the_next_one_twice_end() throws IOException {
    for (int i = 1; i <= 30; i++) {
      write("s" + i + ".yaml", stacks(i + 1));
    }
    write("s31.yaml", "Resources: {T: {Type: AWS::SNS::Topic}}");
    UserMistake mistake = assertThrows(UserMistake.class, () -> resolve(stacks(1)));
    assertTrue(mistake.getMessage().contains("more than 500 nested stacks"), mistake.getMessage());
  }

  private static String stacks(int next) {
    String stack = "{Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: s%d.yaml}}";
    return ("Resources:\n  A: " + stack + "\n  B: " + stack + "\n").formatted(next, next);
  }

  @Test
  void files_that_each_include_the_next_one_twice_end() throws IOException {
    for (int i = 1; i <= 30; i++) {
      write("i" + i + ".yaml", includes(i + 1));
    }
    write("i31.yaml", "a: b");
    TemplateValue.Call unknown =
        TemplateValue.unknown(
                resolve(
                    "Resources: {T: {Type: AWS::SNS::Topic, Metadata: %s}}".formatted(includes(1))))
            .orElseThrow();
    assertTrue(unknown.mistake().getMessage().contains("more than 500 files are included"));
  }

  private static String includes(int next) {
    String include = "{'Fn::Transform': {Name: AWS::Include, Parameters: {Location: i%d.yaml}}}";
    return ("{A: " + include + ", B: " + include + "}").formatted(next, next);
  }

  @Test
  void levels_that_aliases_add_up_to_are_counted() throws IOException {
    StringBuilder text = new StringBuilder("x0: &x0 [a]\n");
    for (int i = 1; i <= 5000; i++) {
      text.append("x%d: &x%d [*x%d]\n".formatted(i, i, i - 1));
    }
    UserMistake mistake = assertThrows(UserMistake.class, () -> resolve(text.toString()));
    assertTrue(mistake.getMessage().contains("must not nest deeper than 200 levels"));
    assertTrue(mistake.getMessage().contains("template.yaml:200:"), mistake.getMessage());
  }

  /** Time that grows with the square would be 16 times as long. */
  @ParameterizedTest
  @ValueSource(strings = {"#", "#set($a", "|", "x\n"})
  void a_text_of_four_times_the_size_takes_four_times_as_long(String word) throws IOException {
    long small = fastestNanos(word, 100_000);
    assertTrue(fastestNanos(word, 400_000) < 11 * small);
  }

  private long fastestNanos(String word, int letters) throws IOException {
    write("long.yaml", "a: |\n  b\n" + word.repeat(letters / word.length()) + "\nResources: {}\n");
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      try {
        TemplateText.read(folder.resolve("long.yaml"));
      } catch (UserMistake e) {
        // It is no YAML.
      }
      fastest =
          Math.min(fastest, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin);
    }
    return fastest;
  }
}
