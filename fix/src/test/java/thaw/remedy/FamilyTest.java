package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;

/** The pages say the same as the table. */
class FamilyTest {
  private static final Path FINDINGS = Path.of("../docs/findings.md");
  private static final Path FIX = Path.of("../docs/fix.md");

  /** {@code - `id`} of a page's text. */
  private static List<String> codes(String text) {
    return Pattern.compile("`([a-zA-Z0-9-]+)`")
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static Map<String, Set<String>> answersOfThePage() throws IOException {
    Map<String, Set<String>> answers = new TreeMap<>();
    for (String section : Files.readString(FINDINGS).split("(?m)^(?=### `)")) {
      Matcher line = Pattern.compile("(?m)^\\*thaw fix\\*: (.*)\\.$").matcher(section);
      if (line.find()) {
        answers.put(codes(section).getFirst(), new TreeSet<>(codes(line.group(1))));
      }
    }
    return answers;
  }

  private static Set<String> answering(String finding) {
    return Family.answering(finding).stream()
        .map(Family::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void the_page_of_findings_says_of_each_which_remedies_answer_it() throws Exception {
    Map<String, Set<String>> expected = new TreeMap<>();
    Set<String> findings =
        Files.readAllLines(FINDINGS).stream()
            .filter(line -> line.startsWith("### `"))
            .map(line -> codes(line).getFirst())
            .collect(Collectors.toSet());
    findings.stream()
        .filter(finding -> !answering(finding).isEmpty())
        .forEach(finding -> expected.put(finding, answering(finding)));
    assertEquals(expected, answersOfThePage());
  }

  @Test
  void what_changes_a_pom_and_what_empties_the_handler_answer_only_where_there_is_one() {
    Explanation kept =
        Explanations.EMPTY
            .withSubject(subject(true))
            .withFindings(List.of(finding("sdk-v1"), finding("client-built-in-handler")));
    Explanation made =
        kept.withHandlerLines(List.of(new Explanation.HandlerLine("a.B.get(B.java:1)", 1, 2)));
    Explanation gradle = made.withSubject(subject(false));

    assertEquals(List.of(Family.SDK_V2), Family.answering(kept, kept.findings().getFirst()));
    assertEquals(List.of(), Family.answering(gradle, gradle.findings().getFirst()));
    assertEquals(List.of(Family.STATIC_STATE), Family.answering(made, made.findings().getLast()));
    assertEquals(List.of(), Family.answering(kept, kept.findings().getLast()));
  }

  private static Explanation.Subject subject(boolean hasPom) {
    return new Explanation.Subject(
        "F", "a.B", 512, "JDK 25", 1, Instant.EPOCH, true, hasPom, false);
  }

  private static Finding finding(String id) {
    return new Finding(id, "", "", "a.B.get(B.java:1)", 100, 200, "");
  }

  @Test
  void every_family_answers_findings_that_there_are() throws Exception {
    String page = Files.readString(FINDINGS);
    for (Family family : Family.values()) {
      for (String finding : family.findings()) {
        assertTrue(page.contains("### `" + finding + "`\n"), family + " answers " + finding);
      }
    }
  }

  @Test
  void the_page_of_remedies_has_the_table_as_it_is() throws Exception {
    Map<String, String> page = new TreeMap<>();
    for (String line : Files.readAllLines(FIX)) {
      String[] cells = line.split("\\|");
      if (line.startsWith("| `") && cells.length > 3) {
        page.put(
            codes(cells[1]).getFirst(), cells[2].strip() + " " + new TreeSet<>(codes(cells[3])));
      }
    }
    Map<String, String> table =
        Stream.of(Family.values())
            .collect(
                Collectors.toMap(
                    Family::id,
                    family -> family.kind().label() + " " + new TreeSet<>(family.findings()),
                    (one, _) -> one,
                    TreeMap::new));
    assertEquals(table, page);
  }

  @Test
  void one_of_several_remedies_of_a_family_is_told_apart_by_its_name() {
    assertEquals("static-dynamoDb", Family.STATIC_STATE.id("dynamoDb"));
    assertEquals("memory-512", Family.MEMORY.id("512"));
    assertEquals("runtime-25", Family.RUNTIME.id("25"));
  }

  @Test
  void a_remedy_is_named_by_its_own_id_or_by_its_family() {
    assertEquals(Optional.of(Family.RUNTIME), Family.of("runtime-25"));
    assertEquals(Optional.of(Family.RUNTIME_CLIENT), Family.of("runtime-client"));
    assertEquals(Optional.of(Family.LISTED_CLASSES), Family.of("prime-classes"));
    assertEquals(Optional.of(Family.PRIMING), Family.of("prime-dynamoDb"));
    assertEquals(Optional.empty(), Family.of("c1-only-please"));
    for (Family family : Family.values()) {
      assertEquals(Optional.of(family), Family.of(family.id()));
    }
    assertTrue(Family.isNamed("prime-dynamoDb", Set.of("prime-CLIENT")));
    assertTrue(Family.isNamed("runtime-25", Set.of()));
    assertFalse(Family.isNamed("runtime-client", Set.of("runtime-25")));
    assertFalse(Family.RUNTIME_CLIENT.isNamed(Set.of("runtime-25")));
  }
}
