package thaw.app.fix;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;
import thaw.app.build.WrittenFolders;
import thaw.function.packaging.BuildFiles;

/** Whether a project has tests, by the names of its files. */
final class TestSources extends SimpleFileVisitor<Path> {
  private static final Pattern SOURCE = Pattern.compile(".*\\.(?:java|kt|groovy|scala|feature)");
  private static final Pattern TEST = Pattern.compile("(?i).*(?:test|spec).*|.*IT\\.java");

  private final Path root;
  private boolean found;

  private TestSources(Path root) {
    this.root = root;
  }

  static boolean areIn(Path root) {
    TestSources sources = new TestSources(root);
    try {
      Files.walkFileTree(root, sources);
    } catch (IOException e) {
      return true; // what cannot be read may be a test
    }
    return sources.found;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
    return !folder.equals(root) && (WrittenFolders.isWritten(folder) || BuildFiles.isOutput(folder))
        ? FileVisitResult.SKIP_SUBTREE
        : FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    String name = root.relativize(file).toString();
    found = SOURCE.matcher(name).matches() && TEST.matcher(name).matches();
    return found ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
  }
}
