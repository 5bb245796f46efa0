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

  private List<String> faults(String text) throws Exception {
    Path file = folder.resolve("page.md");
    Files.writeString(file, text);
    MarkdownPages pages = MarkdownPages.below(folder);
    MarkdownPage page = pages.pages().get(file);
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
}
