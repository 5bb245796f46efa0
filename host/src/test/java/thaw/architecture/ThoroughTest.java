package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds what {@code ./verify} leaves out to its reasons, and to what stays. */
class ThoroughTest {
  private static final Pattern ANNOTATION =
      Pattern.compile("(?m)^ *@Thorough\\(\\s*((?:\"[^\"]*\"[\\s+]*)*)\\)");

  /** For modules that have no access to the annotation. */
  private static final Pattern TAG = Pattern.compile("(?m)^ *@Tag\\(\"thorough\"\\)(?: // (.*))?$");

  private static final Pattern FIRST_CASES =
      Pattern.compile(
          "(?m)^ *@FirstCases\\(\\s*value = \\d+,\\s*rest =\\s*((?:\"[^\"]*\"[\\s+]*)*)\\)");

  private static final Pattern MARK =
      Pattern.compile("(?m)^ *@(?:Thorough\\(|FirstCases\\(|Tag\\(\"thorough\"\\))");

  private static final Pattern PROCESSES = Pattern.compile("(?m)^@(StartsProcesses|SideBySide)$");
  private static final Pattern CLASS_LEFT_OUT = Pattern.compile("(?m)^@Thorough\\(");
  private static final Pattern TEST = Pattern.compile("\\b[A-Z]\\w+Test\\b");
  private static final int FEWEST_WORDS = 5;

  @Test
  void every_test_that_is_left_out_says_why_and_names_tests_that_there_are() throws IOException {
    List<Path> files = tests(Path.of(".."));
    Set<String> names = new TreeSet<>();
    files.forEach(each -> names.add(each.getFileName().toString().replace(".java", "")));
    List<String> wrong = new ArrayList<>();
    int reasons = 0;
    for (Path file : files) {
      for (String reason : reasons(Files.readString(file))) {
        reasons++;
        if (reason.split("\\s+").length < FEWEST_WORDS
            || !TEST.matcher(reason).results().allMatch(each -> names.contains(each.group()))) {
          wrong.add(file.getFileName() + ": " + reason);
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(reasons > 20, "tests that are left out: " + reasons);
  }

  private static List<String> reasons(String text) {
    List<String> reasons = new ArrayList<>();
    for (Pattern form : List.of(ANNOTATION, FIRST_CASES, TAG)) {
      Matcher found = form.matcher(text);
      while (found.find()) {
        String reason = found.group(1) == null ? "" : found.group(1);
        reasons.add(reason.replaceAll("\"\\s*\\+\\s*\"|\"", "").strip());
      }
    }
    assertEquals(MARK.matcher(text).results().count(), reasons.size(), "a mark without a reason");
    return reasons;
  }

  @Test
  void every_room_keeps_tests_that_start_processes() throws IOException {
    Path root = Path.of("src/test/java/thaw");
    Set<String> rooms = new TreeSet<>();
    Set<String> kept = new TreeSet<>();
    for (Path file : tests(root)) {
      String text = Files.readString(file);
      if (PROCESSES.matcher(text).find()) {
        String room = root.relativize(file).getName(0).toString();
        rooms.add(room);
        if (!CLASS_LEFT_OUT.matcher(text).find()) {
          kept.add(room);
        }
      }
    }
    assertEquals(rooms, kept);
    assertTrue(rooms.size() > 10, rooms.toString());
  }

  @Test
  void ci_leaves_out_nothing() throws IOException {
    String script = Files.readString(Path.of("../.ci/run"));
    assertTrue(script.lines().anyMatch(line -> line.startsWith("./verify --all ")), script);
  }

  private static List<Path> tests(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(each -> each.toString().endsWith("Test.java"))
          .filter(each -> each.toString().contains("src/test/java/"))
          .filter(each -> !each.getFileName().toString().equals("ThoroughTest.java"))
          .toList();
    }
  }
}
