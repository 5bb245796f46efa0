package thaw.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import thaw.files.ForeignTree;
import thaw.function.NativeCode;
import thaw.problem.UserMistake;

/**
 * The libraries of another system, unpacked in a folder of this one: a root file system, or the few
 * packages of it that a JVM needs.
 *
 * @param folder with {@code usr/lib} and the like
 * @param architecture as Lambda names it
 */
public record Sysroot(Path folder, String architecture) {
  /** The folders in which glibc's loaders look by default, in this order. */
  private static final List<String> PLACES =
      List.of("lib/%s-linux-gnu", "usr/lib/%s-linux-gnu", "lib64", "usr/lib64", "lib", "usr/lib");

  public Sysroot {
    if (!Files.isDirectory(folder)) {
      throw new UserMistake(
          "there is no folder " + folder, "name the root of a system: --sysroot DIR");
    }
  }

  /**
   * Returns the libraries that programs and libraries of a JVM need of the system, by their paths
   * in it.
   *
   * @param binaries of the JVM
   * @param optional those whose needs may be missing
   * @param byName looked up besides, where they are there
   * @throws UserMistake when it lacks one of them
   */
  Map<String, Path> libraries(List<Path> binaries, Set<String> optional, Set<String> byName)
      throws IOException {
    Set<String> own = new TreeSet<>();
    List<Path> first = new ArrayList<>();
    List<Path> second = new ArrayList<>();
    for (Path binary : binaries) {
      String name = String.valueOf(binary.getFileName());
      own.add(name);
      (optional.contains(name) ? second : first).add(binary);
    }
    Map<String, Path> found = new TreeMap<>();
    Set<String> missing = needs(first, own, found);
    if (!missing.isEmpty()) {
      throw new UserMistake(
          "the system in %s has no %s for %s, which the JVM needs"
              .formatted(folder, String.join(", ", missing), architecture),
          "unpack the packages that have them into it, too (dpkg-deb -x PACKAGE DIR)");
    }
    for (String name : byName) {
      find(name).ifPresent(library -> second.add(put(library, found)));
    }
    needs(second, own, found);
    return found;
  }

  /**
   * @param found gets what is there
   * @return what is not
   */
  private Set<String> needs(List<Path> binaries, Set<String> own, Map<String, Path> found)
      throws IOException {
    Set<String> missing = new TreeSet<>();
    Set<String> seen = new TreeSet<>();
    Deque<Path> rest = new ArrayDeque<>(binaries);
    while (!rest.isEmpty()) {
      NeededLibraries needed = NeededLibraries.of(rest.remove());
      if (needed.loader().isPresent()) { // programs name its path
        Path loader = needed.loader().get();
        find(String.valueOf(loader.getFileName()))
            .ifPresentOrElse(
                library -> found.put(loader.toString(), library.file()),
                () -> missing.add(loader.toString()));
      }
      for (String name : needed.names()) {
        boolean isLoader = name.startsWith("ld-linux");
        if (!isLoader && !own.contains(name) && seen.add(name)) {
          find(name)
              .ifPresentOrElse(library -> rest.add(put(library, found)), () -> missing.add(name));
        }
      }
    }
    return missing;
  }

  private static Path put(SystemLibrary library, Map<String, Path> found) {
    found.put(library.path(), library.file());
    return library.file();
  }

  /**
   * A library of the system.
   *
   * @param path in it, where its programs look
   * @param file that links of the system lead to from there
   */
  private record SystemLibrary(String path, Path file) {}

  /** Finds a library of the same architecture: systems may have libraries of several. */
  private Optional<SystemLibrary> find(String name) {
    ForeignTree tree = new ForeignTree(folder);
    String machine = architecture.equals("arm64") ? "aarch64" : architecture;
    for (String place : PLACES) {
      String path = "/" + place.formatted(machine) + "/" + name;
      Optional<Path> file = tree.findFile(path).filter(this::isFor);
      if (file.isPresent()) {
        return Optional.of(new SystemLibrary(path, file.get()));
      }
    }
    return Optional.empty();
  }

  private boolean isFor(Path file) {
    try {
      return NativeCode.architecture(file).filter(architecture::equals).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the files of a locale, by one of the names that distributions have for it. */
  Optional<Map<Path, Path>> locale(List<String> names) throws IOException {
    ForeignTree tree = new ForeignTree(folder);
    for (String name : names) {
      String path = "/usr/lib/locale/" + name;
      if (tree.below(Path.of(path)).isPresent() && !tree.files(path).isEmpty()) {
        return Optional.of(tree.files(path));
      }
    }
    return Optional.empty();
  }
}
