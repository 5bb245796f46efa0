package thaw.architecture;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The pages of Markdown that people read here: none of built files, and none that tests expect. */
record MarkdownPages(SortedMap<Path, MarkdownPage> pages) {
  private static final Set<String> LEFT_OUT = Set.of("target", "build", "resources");

  static MarkdownPages below(Path root) throws IOException {
    SortedMap<Path, MarkdownPage> pages = new TreeMap<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean hidden = name.startsWith(".") || name.startsWith("thaw-");
            return !folder.equals(root) && (hidden || LEFT_OUT.contains(name))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (file.toString().endsWith(".md")) {
              pages.put(file, MarkdownPage.read(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return new MarkdownPages(pages);
  }

  Collection<MarkdownPage> all() {
    return pages.values();
  }

  /** What is wrong with a link, or an empty text. */
  String fault(MarkdownPage page, MarkdownPage.Link link) {
    Path target = target(page, link);
    if (!Files.exists(target)) {
      return link.path() + " does not exist";
    }
    MarkdownPage reached = pages.get(target);
    if (!link.anchor().isEmpty()
        && (reached == null || !reached.anchors().contains(link.anchor()))) {
      return link.path() + " has no heading #" + link.anchor();
    }
    return "";
  }

  /** All pages that links lead to from one page, in any number of steps. */
  Set<Path> reachable(Path from) {
    Set<Path> reached = new TreeSet<>();
    Deque<Path> next = new ArrayDeque<>(Set.of(from));
    while (!next.isEmpty()) {
      MarkdownPage page = pages.get(next.pop());
      if (page != null && reached.add(page.file())) {
        page.links().forEach(link -> next.add(target(page, link)));
      }
    }
    return reached;
  }

  private static Path target(MarkdownPage page, MarkdownPage.Link link) {
    return link.path().isEmpty()
        ? page.file()
        : page.file().resolveSibling(link.path()).normalize();
  }
}
