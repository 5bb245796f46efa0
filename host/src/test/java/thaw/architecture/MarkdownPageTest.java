package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownPageTest {
  @TempDir Path folder;

  private MarkdownPages pages(String text) throws Exception {
    Files.writeString(folder.resolve("page.md"), text);
    return MarkdownPages.below(folder);
  }

  private List<String> faults(String text) throws Exception {
    MarkdownPages pages = pages(text);
    MarkdownPage page = pages.pages().get(folder.resolve("page.md"));
    return page.links().stream()
        .map(link -> pages.fault(page, link))
        .filter(fault -> !fault.isEmpty())
        .toList();
  }

  @Test
  void each_form_of_a_link_is_followed() throws Exception {
    assertEquals(
        List.of("a.md does not exist", "b.md does not exist", "c.svg does not exist"),
        faults("[a](a.md) and [text][b]\n\n[b]: b.md\n\n<img alt=\"\" src=\"c.svg\">\n"));
  }

  @Test
  void an_anchor_is_that_of_a_heading() throws Exception {
    assertEquals(
        List.of(" has no heading #two-words-2"),
        faults(
            "# One\n## Two `words`\n## Two words\n[a](#two-words) [b](#two-words-1) [c](#two-words-2)\n"));
  }

  @Test
  void code_has_no_links() throws Exception {
    assertEquals(List.of(), faults("`[a](a.md)`\n```\n[b](b.md)\n```\n<https://example.com>\n"));
    assertEquals(Set.of(), MarkdownPage.read(folder.resolve("page.md")).anchors());
  }

  @Test
  void each_row_of_a_table_has_as_many_cells_as_its_head() throws Exception {
    MarkdownPages pages =
        pages(
            """
            a | sentence

            | a | b |
            | --- | ---: |
            | 1 | |
            | `x\\|y` | 2 |
            | 1 | 2 | | 3 | 4 |
            | 1 |

            ```
            | a | b |
            |---|---|
            | 1 |
            ```
            | c |
            |---|
            | 1 | 2 |
            """);
    assertEquals(
        List.of("| 1 | 2 | | 3 | 4 |", "| 1 |", "| 1 | 2 |"),
        pages.all().iterator().next().unevenRows());
  }
}
