package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.app.shared.Progress;
import thaw.cli.ExitCode;
import thaw.cli.TerminalProgress;
import thaw.cli.Transcript;

/** What a script sees: codes, and standard error off a terminal. */
class ExitCodesTest {
  /** The JVM itself ends with it at SIGTERM: 128 + 15. */
  private static final int TERMINATED = 143;

  private static final Path PAGE = Path.of("../docs/exit-codes.md");

  private static Set<Integer> constants() throws IllegalAccessException {
    Set<Integer> codes = new TreeSet<>();
    for (Field field : ExitCode.class.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers())) {
        assertTrue(codes.add(field.getInt(null)), field + " has the value of another one");
      }
    }
    return codes;
  }

  private static Set<Integer> numbers(Pattern pattern, String text) {
    Set<Integer> numbers = new TreeSet<>();
    for (MatchResult found : pattern.matcher(text).results().toList()) {
      numbers.add(Integer.parseInt(found.group(1)));
    }
    return numbers;
  }

  @Test
  void the_page_and_the_help_have_each_code_of_the_source() throws Exception {
    Set<Integer> codes = constants();
    codes.add(TERMINATED);
    assertEquals(codes, numbers(Pattern.compile("(?m)^\\| (\\d+) \\|"), Files.readString(PAGE)));
    String help = Transcript.of("--help").out();
    assertEquals(
        codes,
        numbers(Pattern.compile("(?m)^ +(\\d+) "), help.substring(help.indexOf("Exit codes:"))));
  }

  @Test
  void no_command_ends_with_a_number_that_has_no_name() throws Exception {
    Map<String, Set<Integer>> unnamed = new TreeMap<>();
    Pattern literal = Pattern.compile("(?:\\breturn |System\\.exit\\()(\\d+)[;)]");
    int commands = 0;
    for (String root :
        List.of(
            "src/main/java/thaw/cli",
            "../load/src/main/java",
            "../race/src/main/java",
            "../laboratory/src/main/java",
            "../mcp/src/main/java",
            "../cluster/src/main/java")) {
      try (Stream<Path> files = Files.walk(Path.of(root))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String source = Files.readString(file);
          if (source.contains("implements Callable<Integer>")) {
            commands++;
            Set<Integer> found = numbers(literal, source);
            if (!found.isEmpty()) {
              unnamed.put(file.toString(), found);
            }
          }
        }
      }
    }
    assertTrue(commands > 15, "commands: " + commands);
    assertEquals(Map.of(), unnamed);
  }

  @Test
  void the_launcher_s_codes_are_among_them() throws Exception {
    Set<Integer> codes = constants();
    for (String script : List.of("../thaw", "../launcher/thaw")) {
      Set<Integer> used =
          numbers(Pattern.compile("\\bexit (\\d+)"), Files.readString(Path.of(script)));
      assertTrue(codes.containsAll(used), script + " " + used);
    }
  }

  @Test
  void off_a_terminal_progress_is_whole_lines_without_control_characters() throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    Progress progress =
        new TerminalProgress(new PrintStream(written, true, StandardCharsets.UTF_8), false);
    try (Progress.Work work = progress.begin("building hello")) {
      work.reach("compiling");
      progress.line("warning: it is old");
    }
    try (Progress.Bar bar = progress.bar("measuring", 3)) {
      for (int done = 1; done <= 3; done++) {
        bar.step(done, "sample " + done);
      }
    }
    String text = written.toString(StandardCharsets.UTF_8);
    assertTrue(text.startsWith("building hello ...\n"), text);
    assertTrue(text.contains("warning: it is old\n"), text);
    assertFalse(text.chars().anyMatch(each -> each < ' ' && each != '\n'), text);
    assertTrue(text.endsWith("\n"), text);
  }
}
