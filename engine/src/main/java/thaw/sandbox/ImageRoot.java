package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import thaw.files.ForeignTree;

/**
 * A root file system as the mounts that show it, read-only: a folder as a whole where nothing is
 * mounted below it that it has no place for, else its entries one by one.
 */
final class ImageRoot {
  /** The folders that a sandbox makes itself. */
  private static final Set<Path> OWN =
      Set.of(Path.of("/proc"), Path.of("/dev"), Path.of("/sys"), Path.of("/tmp"));

  private static final Path NAMES = Path.of("/etc/resolv.conf");

  private final Path root;
  private final List<Path> targets = new ArrayList<>();
  private final List<String> options = new ArrayList<>();

  /**
   * @param binds what will be mounted over it
   */
  ImageRoot(Path root, List<Bind> binds) {
    this.root = root;
    binds.forEach(bind -> targets.add(bind.target()));
    targets.add(NAMES);
  }

  /**
   * Returns whether the image has something at a path, or a link that leads to nothing on the way:
   * a folder can be made only where it has neither.
   */
  static boolean has(Path root, String folder) {
    Path at = root;
    for (Path name : Path.of(folder)) {
      at = at.resolve(name);
      Path inImage = Path.of("/").resolve(root.relativize(at));
      if (Files.isRegularFile(at, LinkOption.NOFOLLOW_LINKS)
          || Files.isSymbolicLink(at) && new ForeignTree(root).find(inImage).isEmpty()) {
        return true;
      }
    }
    return Files.exists(at, LinkOption.NOFOLLOW_LINKS);
  }

  List<String> options() {
    show(Path.of("/"));
    options.addAll(List.of("bind", "rt", NAMES.toString(), NAMES.toString()));
    return options;
  }

  private void show(Path folder) {
    for (Path child : children(folder)) {
      Path at = folder.resolve(child.getFileName());
      if (OWN.contains(at)) {
        continue;
      }
      boolean below = targets.stream().anyMatch(target -> target.startsWith(at));
      if (Files.isSymbolicLink(child)) {
        if (!below) {
          options.addAll(List.of("link", target(child), at.toString()));
        }
      } else if (Files.isDirectory(child) && lacksPlace(at)) {
        options.addAll(List.of("folder", at.toString()));
        show(at);
      } else if (!targets.contains(at)) {
        options.addAll(List.of("bind", "r", child.toString(), at.toString()));
      }
    }
  }

  /**
   * Returns whether something is mounted below that has no place there. A link is none: it may lead
   * to nothing, as that of systemd-resolved does.
   */
  private boolean lacksPlace(Path folder) {
    return targets.stream()
        .filter(target -> target.startsWith(folder) && !target.equals(folder))
        .map(target -> root.resolve(target.toString().substring(1)))
        .anyMatch(place ->
            !Files.exists(place, LinkOption.NOFOLLOW_LINKS) || Files.isSymbolicLink(place));
  }

  private List<Path> children(Path folder) {
    try (Stream<Path> entries = Files.list(root.resolve(folder.toString().substring(1)))) {
      return entries.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list " + folder + " of " + root + ": " + e, e);
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the link " + link + ": " + e, e);
    }
  }
}
