package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the shell of this host. */
class BoxScriptTest {
  private static final List<String> NASTY =
      List.of(
          "'",
          "\"",
          "\\",
          "\n",
          "\t",
          " ",
          "$",
          "`",
          "$(exit 3)",
          "!",
          "*",
          "?",
          "~",
          "#",
          "&",
          ";",
          "|",
          "<",
          ">",
          "(",
          ")",
          "{",
          "}",
          "[",
          "]",
          "=",
          "%",
          "-",
          "--",
          "\r",
          "\u001b",
          "ü",
          "寒",
          "❄",
          "😀",
          "a",
          "0",
          "'\\''",
          "EOF");

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void a_quoted_word_is_taken_literally(long seed) throws IOException, InterruptedException {
    List<String> words = words(new Random(seed), 100);
    StringBuilder script = new StringBuilder("printf '%s\\0'");
    words.forEach(word -> script.append(' ').append(BoxScript.quote(word)));
    assertEquals(words, run(script + "\n"));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {6, 7, 8, 9, 10})
  void the_program_gets_its_variables_and_arguments_literally(long seed)
      throws IOException, InterruptedException {
    Random random = new Random(seed);
    Map<String, String> variables = new LinkedHashMap<>();
    words(random, 20).forEach(value -> variables.put("V" + variables.size(), value));
    List<String> arguments = words(random, 20);
    List<String> command = new ArrayList<>(List.of("/usr/bin/printf", "%s\\0"));
    command.addAll(arguments);
    assertEquals(arguments, run(program(Map.of(), command)));

    List<String> expected = new ArrayList<>();
    variables.forEach((name, value) -> expected.add(name + "=" + value));
    List<String> seen = run(program(variables, List.of("/usr/bin/env", "-0")));
    assertEquals(expected.stream().sorted().toList(), seen.stream().sorted().toList());
  }

  private static String program(Map<String, String> variables, List<String> command) {
    return BoxScript.program(variables, command, "ready");
  }

  private static List<String> words(Random random, int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder word = new StringBuilder();
      for (int length = random.nextInt(12); length > 0; length--) {
        word.append(NASTY.get(random.nextInt(NASTY.size())));
      }
      words.add(word.toString());
    }
    return words;
  }

  private static List<String> run(String input) throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("sh").redirectErrorStream(true).start();
    shell.getOutputStream().write(input.getBytes(UTF_8));
    shell.getOutputStream().flush();
    if (input.startsWith("echo ready;")) {
      // Not before: a shell may read ahead on its standard input.
      assertEquals("ready\n", new String(shell.getInputStream().readNBytes(6), UTF_8));
      shell.getOutputStream().write('\n');
    }
    shell.getOutputStream().close();
    String output = new String(shell.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, shell.waitFor(), output);
    return List.of(output.substring(0, output.length() - 1).split("\0", -1));
  }
}
