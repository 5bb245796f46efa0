package thaw.app.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.app.build.WrittenFolders;
import thaw.function.packaging.BuildFiles;

/** A digest of what answers depend on. */
final class FixKey {
  /** The folders that are no sources, beside those that a copy of the project lacks. */
  private static final Set<String> LEFT_OUT =
      Set.of(".gradle", "thaw-package", "thaw-compare", "thaw-tune", "thaw-snapstart");

  /** The files that builds write beside the sources. */
  private static final Set<String> FILES_OF_BUILDS =
      Set.of("dependency-reduced-pom.xml", ".flattened-pom.xml");

  /** Those that builds write; among sources they are packages of these names. */
  private static final Set<String> OF_BUILDS = Set.of("target", "build");

  private static final int DIGITS = 32;

  private final MessageDigest digest = DigestUtils.getSha256Digest();

  FixKey add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  FixKey add(byte[] bytes) {
    digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
    return this;
  }

  /**
   * A file, or all sources of a folder.
   *
   * @param except the folder of a result, which is left out; it may be the sources' own
   * @param isOfResult whether there a file or folder of this name is of the result
   */
  FixKey addSources(Path root, Path except, Predicate<String> isOfResult) {
    SortedSet<Path> files = new TreeSet<>();
    Path result = except.toAbsolutePath().normalize();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              boolean isLeftOut =
                  !folder.equals(root)
                      && (isWritten(folder, root)
                          || folder.toAbsolutePath().normalize().equals(result)
                          || isOfResult.test(name(folder, result)));
              return isLeftOut ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (attributes.isRegularFile()
                  && !FILES_OF_BUILDS.contains(file.getFileName().toString())
                  && !isOfResult.test(name(file, result))) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
      for (Path file : files) {
        add(root.relativize(file).toString()).add(Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + root + ": " + e, e);
    }
    return this;
  }

  /** Returns the name that a path has in a result's folder; empty where it is not in that. */
  private static String name(Path path, Path result) {
    return result.equals(path.toAbsolutePath().normalize().getParent())
        ? path.getFileName().toString()
        : "";
  }

  private static boolean isWritten(Path folder, Path root) {
    String name = folder.getFileName().toString();
    boolean isSource =
        ("/" + root.relativize(folder)).contains("/src/")
            && BuildFiles.OF_MODULES.stream().map(folder::resolveSibling).noneMatch(Files::exists);
    return WrittenFolders.isWritten(folder)
        || LEFT_OUT.contains(name)
        || (OF_BUILDS.contains(name) && !isSource);
  }

  /** Returns the key of all that was added. */
  String text() {
    return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
  }

  /**
   * Returns one key of several, which tells the parts that differ.
   *
   * @param parts by what they are of: {@code the code}
   */
  static String of(SortedMap<String, FixKey> parts) {
    return parts.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue().text())
        .collect(Collectors.joining("; "));
  }

  /** Returns in words what differs between two keys of several: {@code the code has changed}. */
  static String difference(String one, String other) {
    List<String> before = List.of(one.split("; "));
    List<String> differing =
        Stream.of(other.split("; "))
            .filter(each -> !before.contains(each))
            .map(each -> each.replaceFirst("=.*", ""))
            .toList();
    if (!one.contains("=") || differing.isEmpty()) {
      return "nobody knows what it was found for";
    }
    String last = differing.getLast();
    boolean isOne = differing.size() == 1 && !last.endsWith("s") && !last.endsWith("data");
    return String.join(", ", differing.subList(0, differing.size() - 1))
        + (differing.size() > 1 ? " and " : "")
        + last
        + (isOne ? " has changed" : " have changed");
  }
}
