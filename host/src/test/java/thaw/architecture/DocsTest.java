package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds that the pages of this repository lead where they say, and that each decision is dated. */
class DocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Path DECISIONS = DOCS.resolve("decisions");
  private static final Pattern DECISION_FILE = Pattern.compile("(\\d{4})-[a-z0-9-]+\\.md");
  private static final Pattern STATUS =
      Pattern.compile("Date: (\\d{4}-\\d\\d-\\d\\d)\\. Status: (accepted|superseded by \\d{4})\\.");

  @Test
  void every_relative_link_leads_to_a_file_and_its_anchor() throws IOException {
    MarkdownPages pages = MarkdownPages.below(ROOT);
    List<String> broken = new ArrayList<>();
    for (MarkdownPage page : pages.all()) {
      for (MarkdownPage.Link link : page.links()) {
        String fault = pages.fault(page, link);
        if (!fault.isEmpty()) {
          broken.add(ROOT.relativize(page.file()) + ": " + fault);
        }
      }
    }
    assertEquals(List.of(), broken);
    assertTrue(pages.all().size() > 60, () -> "pages found: " + pages.all().size());
  }

  @Test
  void every_page_of_the_decisions_has_the_next_number_a_date_and_a_status() throws IOException {
    List<String> names = decisions();
    assertFalse(names.isEmpty());
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      assertTrue(DECISION_FILE.matcher(name).matches(), name);
      String number = "%04d".formatted(i + 1);
      List<String> lines = Files.readAllLines(DECISIONS.resolve(name));
      assertTrue(name.startsWith(number + "-"), () -> "expected number " + number + ": " + name);
      assertTrue(lines.getFirst().startsWith("# " + number + ": "), name);
      Matcher status = STATUS.matcher(lines.get(2));
      assertTrue(status.matches(), () -> name + ": " + lines.get(2));
      LocalDate.parse(status.group(1));
    }
  }

  @Test
  void the_index_of_the_decisions_says_what_their_pages_say() throws IOException {
    TreeMap<String, String> rows = new TreeMap<>();
    for (String name : decisions()) {
      List<String> lines = Files.readAllLines(DECISIONS.resolve(name));
      Matcher status = STATUS.matcher(lines.get(2));
      assertTrue(status.matches(), name);
      String number = name.substring(0, 4);
      String title = lines.getFirst().substring("# 0000: ".length());
      rows.put(
          number,
          "| %s | [%s](%s) | %s | %s |"
              .formatted(number, title, name, status.group(1), status.group(2)));
    }
    List<String> index =
        Files.readAllLines(DECISIONS.resolve("README.md")).stream()
            .filter(line -> line.startsWith("| 0"))
            .toList();
    assertEquals(List.copyOf(rows.values()), index);
  }

  private static List<String> decisions() throws IOException {
    try (Stream<Path> files = Files.list(DECISIONS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("README.md"))
          .sorted()
          .toList();
    }
  }
}
