package thaw.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A block of code of a page.
 *
 * @param page relative to the repository
 * @param line of its fence, from 1
 * @param language empty for commands and what they print
 */
record PageBlock(String page, int line, String language, String text) {
  private static final String FENCE = "```";

  /** All blocks of README.md and of the docs. */
  static List<PageBlock> all() throws IOException {
    List<PageBlock> blocks = new ArrayList<>(of("README.md"));
    for (String page : pages()) {
      blocks.addAll(of(page));
    }
    return blocks;
  }

  static List<String> pages() throws IOException {
    try (Stream<Path> files = Files.walk(Examples.ROOT.resolve("docs"))) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .map(file -> Examples.ROOT.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  static List<PageBlock> of(String page) throws IOException {
    List<PageBlock> blocks = new ArrayList<>();
    List<String> lines = Files.readAllLines(Examples.ROOT.resolve(page));
    for (int i = 0; i < lines.size(); i++) {
      String fence = lines.get(i).strip();
      if (!fence.startsWith(FENCE)) {
        continue;
      }
      int begin = i;
      StringBuilder text = new StringBuilder();
      while (!lines.get(++i).strip().equals(FENCE)) {
        text.append(lines.get(i)).append('\n');
      }
      blocks.add(new PageBlock(page, begin + 1, fence.substring(FENCE.length()), text.toString()));
    }
    return blocks;
  }

  String place() {
    return page + ":" + line;
  }
}
