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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds that the pages of this repository lead where they say, and that each decision is dated. */
class DocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Path DECISIONS = DOCS.resolve("decisions");

  /** Five columns, and what stands before the first and after the last bar. */
  private static final int VOCABULARY_CELLS = 6;

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern TYPE_FIRST = Pattern.compile("[A-Z][a-z]\\w*(?=$|[.(])");
  private static final Pattern FILE =
      Pattern.compile("[\\w./-]+/[\\w./-]+|[\\w-]+\\.(txt|md|xml|java|yaml)");
  private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w*)`");
  private static final Pattern DECISION_FILE = Pattern.compile("(\\d{4})-[a-z0-9-]+\\.md");
  private static final Pattern DATE = Pattern.compile("Date: (\\d{4}-\\d\\d-\\d\\d)\\.");

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
  void every_row_of_a_table_has_as_many_cells_as_its_head() throws IOException {
    List<String> uneven = new ArrayList<>();
    for (MarkdownPage page : MarkdownPages.below(ROOT).all()) {
      page.unevenRows().forEach(row -> uneven.add(ROOT.relativize(page.file()) + ": " + row));
    }
    assertEquals(List.of(), uneven);
  }

  @Test
  void every_page_of_the_docs_is_reached_from_their_door() throws IOException {
    MarkdownPages pages = MarkdownPages.below(ROOT);
    Set<Path> lost = new TreeSet<>();
    pages.all().stream()
        .map(MarkdownPage::file)
        .filter(file -> file.startsWith(DOCS))
        .forEach(lost::add);
    lost.removeAll(pages.reachable(DOCS.resolve("README.md")));
    assertEquals(Set.of(), lost);
  }

  @Test
  void every_row_of_the_vocabulary_names_types_that_exist() throws IOException {
    Set<String> types = sourceNames();
    List<String> wrong = new ArrayList<>();
    for (String line : Files.readAllLines(DOCS.resolve("vocabulary.md"))) {
      String[] cells = line.split("\\|", -1);
      if (cells.length == VOCABULARY_CELLS) {
        if (!types.containsAll(types(cells[3]))) {
          wrong.add(line);
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  /** Types by their names alone, as they may move; files by their paths, or by their names. */
  @ParameterizedTest
  @CsvSource({"CONTRIBUTING.md, Recipes, 60", "ARCHITECTURE.md, Spines, 40"})
  void what_a_chapter_names_exists(String file, String chapter, int least) throws IOException {
    Set<String> types = sourceNames();
    Set<String> files = names("src");
    Set<String> gone = new TreeSet<>();
    int named = 0;
    Matcher code = CODE.matcher(chapter(file, chapter));
    while (code.find()) {
      String text = code.group(1);
      Matcher type = TYPE_FIRST.matcher(text);
      if (type.lookingAt()) {
        named++;
        if (!types.contains(type.group())) {
          gone.add(text);
        }
      } else if (FILE.matcher(text).matches()) {
        named++;
        if (!Files.exists(ROOT.resolve(text)) && !files.contains(text)) {
          gone.add(text);
        }
      }
    }
    assertEquals(Set.of(), gone);
    assertTrue(named > least, "named: " + named);
  }

  private static String chapter(String file, String name) throws IOException {
    String page = Files.readString(ROOT.resolve(file)) + "\n## ";
    int begin = page.indexOf("\n## " + name + "\n");
    assertTrue(begin > 0, file + " has a chapter " + name);
    return page.substring(begin, page.indexOf("\n## ", begin + 1));
  }

  @Test
  void every_page_of_the_decisions_has_a_number_of_its_own_and_a_date() throws IOException {
    List<String> names = decisions();
    assertFalse(names.isEmpty());
    Set<String> numbers = new TreeSet<>();
    for (String name : names) {
      assertTrue(DECISION_FILE.matcher(name).matches(), name);
      String number = name.substring(0, 4);
      List<String> lines = Files.readAllLines(DECISIONS.resolve(name));
      assertTrue(numbers.add(number), () -> "number of another page: " + name);
      assertTrue(lines.getFirst().startsWith("# " + number + ": "), name);
      Matcher date = DATE.matcher(lines.get(2));
      assertTrue(date.matches(), () -> name + ": " + lines.get(2));
      LocalDate.parse(date.group(1));
    }
  }

  @Test
  void the_index_of_the_decisions_says_what_their_pages_say() throws IOException {
    TreeMap<String, String> rows = new TreeMap<>();
    for (String name : decisions()) {
      List<String> lines = Files.readAllLines(DECISIONS.resolve(name));
      Matcher date = DATE.matcher(lines.get(2));
      assertTrue(date.matches(), name);
      String title = lines.getFirst().substring("# 0000: ".length());
      rows.put(name.substring(0, 4), "| [%s](%s) | %s |".formatted(title, name, date.group(1)));
    }
    List<String> index =
        Files.readAllLines(DECISIONS.resolve("README.md")).stream()
            .filter(line -> line.startsWith("| ["))
            .toList();
    assertEquals(List.copyOf(rows.values()), index);
  }

  private static List<String> types(String cell) {
    return TYPE.matcher(cell).results().map(found -> found.group(1)).toList();
  }

  /** Names of all Java files of the repository, without their ending. */
  private static Set<String> sourceNames() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String name : names("src")) {
      if (name.endsWith(".java")) {
        names.add(name.substring(0, name.length() - ".java".length()));
      }
    }
    return names;
  }

  private static Set<String> names(String folder) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String module :
        List.of(
            "base",
            "durable",
            "template",
            "presentation",
            "function",
            "engine",
            "why",
            "fix",
            "bench",
            "explanation",
            "package",
            "service",
            "run",
            "host",
            "load",
            "race",
            "wire",
            "wire-events",
            "wire-processor",
            "runtime",
            "course",
            "laboratory",
            "mcp",
            "cluster",
            "thaw-build",
            "thaw-junit",
            "thaw-maven-plugin",
            "thaw-gradle-plugin")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve(folder))) {
        files.map(file -> file.getFileName().toString()).forEach(names::add);
      }
    }
    return names;
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
