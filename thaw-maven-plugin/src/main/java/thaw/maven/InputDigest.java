package thaw.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A digest of names and contents. Of a jar or zip it takes the entries' checksums: a build that
 * packs the same classes again gives them other times.
 */
final class InputDigest {
  private final MessageDigest digest;

  InputDigest() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java has it
    }
  }

  InputDigest text(String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    return this;
  }

  /**
   * Adds a file, or a folder with all below it.
   *
   * @param without folders that do not count
   */
  InputDigest files(Path path, Set<Path> without) throws IOException {
    text(path.toString());
    TreeSet<Path> all = new TreeSet<>();
    if (Files.exists(path)) {
      Files.walkFileTree(path, new Collector(all, without));
    }
    for (Path file : all) {
      text(path.relativize(file).toString());
      content(file);
    }
    return this;
  }

  private void content(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (name.endsWith(".jar") || name.endsWith(".zip")) {
      entries(file);
    } else {
      digest.update(Files.readAllBytes(file));
    }
  }

  private void entries(Path file) throws IOException {
    TreeMap<String, Long> sums = new TreeMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      zip.stream()
          .filter(each -> !each.getName().endsWith("pom.properties")) // has the time of the build
          .forEach((ZipEntry each) -> sums.put(each.getName(), each.getCrc()));
    }
    sums.forEach((name, sum) -> text(name).text(sum.toString()));
  }

  String value() {
    return HexFormat.of().formatHex(digest.digest());
  }

  private static final class Collector extends SimpleFileVisitor<Path> {
    private final Set<Path> found;
    private final Set<Path> without;

    Collector(Set<Path> found, Set<Path> without) {
      this.found = found;
      this.without = without;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      return without.contains(folder) || folder.endsWith(".git")
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
