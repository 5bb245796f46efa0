package thaw.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A tree that somebody else has filled, such as a container image or another system's libraries.
 * Its paths mean what they would mean after chroot(2) into its root: links lead to places inside of
 * it, and {@code ..} does not leave it. All paths on this machine that it gives are free of links
 * below the root, so whoever opens them follows none.
 *
 * <p>It assumes that nobody changes the tree meanwhile but this program.
 *
 * @param root of the tree, absolute; links above it count as this machine's
 * @param folder where relative paths begin, on this machine: the root or a folder below it, reached
 *     by no link
 */
public record ForeignTree(Path root, Path folder) {
  /** The kernel follows no more links of one path. */
  private static final int MOST_LINKS = 40;

  public ForeignTree {
    root = root.toAbsolutePath().normalize();
    folder = folder.toAbsolutePath().normalize();
    if (!folder.startsWith(root)) {
      throw new IllegalArgumentException(folder + " is not in " + root);
    }
  }

  public ForeignTree(Path root) {
    this(root, root);
  }

  /** Returns this machine's own tree, whose links mean what they say. */
  public static ForeignTree ofThisMachine() {
    return new ForeignTree(Path.of("/"));
  }

  /** Returns the tree that a folder is in: a system, or the folder alone. */
  public static ForeignTree around(Path folder, Path system) {
    Path absolute = folder.toAbsolutePath().normalize();
    Path root = system.toAbsolutePath().normalize();
    return new ForeignTree(absolute.startsWith(root) ? root : absolute, absolute);
  }

  /** Returns the same tree, with relative paths that begin at one of its folders. */
  public Optional<ForeignTree> below(Path path) {
    return find(path)
        .filter(found -> Files.isDirectory(found, LinkOption.NOFOLLOW_LINKS))
        .map(found -> new ForeignTree(root, found));
  }

  /** One path on its way through the tree. */
  private static final class Way {
    final Path root;
    final Deque<Path> rest = new ArrayDeque<>();
    Path at;
    boolean leaves; // where this machine would follow it
    private int links;

    Way(Path root, Path start) {
      this.root = root;
      this.at = start;
    }

    void prepend(Path path) {
      if (path.isAbsolute()) {
        at = root;
      }
      for (int i = path.getNameCount() - 1; i >= 0; i--) {
        rest.addFirst(path.getName(i));
      }
    }

    Way walk() throws IOException {
      while (!rest.isEmpty()) {
        Path name = rest.removeFirst();
        String text = name.toString();
        Path child = at.resolve(name);
        if (text.equals("..")) {
          leaves |= at.equals(root);
          at = at.equals(root) ? root : parent(at);
        } else if (Files.isSymbolicLink(child)) {
          follow(child);
        } else if (!text.isEmpty() && !text.equals(".")) {
          at = child;
        }
      }
      return this;
    }

    void follow(Path link) throws IOException {
      if (++links > MOST_LINKS) {
        throw new FileSystemLoopException(link.toString());
      }
      Path target = Files.readSymbolicLink(link);
      leaves |= target.isAbsolute();
      prepend(target);
    }
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    return parent == null ? path : parent;
  }

  private Path resolved(Path path) throws IOException {
    Way way = new Way(root, folder);
    way.prepend(path);
    return way.walk().at;
  }

  /**
   * Returns the place of a file or folder on this machine, where it exists.
   *
   * @param path in the tree; a relative one begins at {@link #folder}
   */
  public Optional<Path> find(Path path) {
    try {
      Path found = resolved(path);
      return Files.exists(found, LinkOption.NOFOLLOW_LINKS) ? Optional.of(found) : Optional.empty();
    } catch (IOException e) { // links in a circle lead to nothing
      return Optional.empty();
    }
  }

  public Optional<Path> find(String path) {
    return path.indexOf('\0') < 0 ? find(Path.of(path)) : Optional.empty();
  }

  public Optional<Path> findFile(String path) {
    return find(path).filter(found -> Files.isRegularFile(found, LinkOption.NOFOLLOW_LINKS));
  }

  /**
   * Returns the place that a path has or would have on this machine, whether anything is there or
   * not.
   *
   * @throws UncheckedIOException when links lead in a circle, with a {@link
   *     FileSystemLoopException}
   */
  public Path at(Path path) {
    try {
      return resolved(path);
    } catch (IOException e) {
      throw new UncheckedIOException("could not follow " + path + " in " + root + ": " + e, e);
    }
  }

  public Path at(String path) {
    return at(Path.of(path));
  }

  /**
   * Returns the place of a folder, which is made where it is not there.
   *
   * @throws FileAlreadyExistsException when a file is in its place, or in that of one above it
   */
  public Path made(Path path) throws IOException {
    Path made = at(path);
    Path above = made;
    while (!Files.exists(above, LinkOption.NOFOLLOW_LINKS) && !above.equals(root)) {
      above = parent(above);
    }
    if (Files.isRegularFile(above, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(above.toString());
    }
    return Files.createDirectories(made);
  }

  /**
   * Returns the place for a new file, whose folder is made. A link of that name is removed: the
   * file takes its place, as in an image's later layer.
   */
  public Path placed(String path) throws IOException {
    Path asked = Path.of(path);
    String name = String.valueOf(asked.getFileName());
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      throw new IllegalArgumentException("must name a file: " + path);
    }
    Path above = asked.getParent();
    Path file = made(above == null ? Path.of("") : above).resolve(name);
    if (Files.isSymbolicLink(file)) {
      Files.delete(file);
    }
    return file;
  }

  /**
   * Returns the regular files in a folder and below it, and those that links lead to, as the tree
   * names them.
   *
   * @return by their paths relative to the folder, where they are on this machine
   * @throws FileSystemLoopException when a link leads to a folder that it is in
   */
  public SortedMap<Path, Path> files(String path) throws IOException {
    ForeignTree start =
        below(Path.of(path))
            .orElseThrow(() -> new NoSuchFileException(root.toString(), path, null));
    SortedMap<Path, Path> files = new TreeMap<>();
    collect(start.folder, Path.of(""), new HashSet<>(), files);
    return files;
  }

  private void collect(Path at, Path name, Set<Path> above, SortedMap<Path, Path> files)
      throws IOException {
    if (!above.add(at)) {
      throw new FileSystemLoopException(name.toString());
    }
    for (Path child : children(at)) {
      Path named = name.resolve(child.getFileName());
      Optional<Path> found = new ForeignTree(root, at).find(child.getFileName());
      if (found.isEmpty()) {
        continue;
      }
      if (Files.isDirectory(found.get(), LinkOption.NOFOLLOW_LINKS)) {
        collect(found.get(), named, above, files);
      } else if (Files.isRegularFile(found.get(), LinkOption.NOFOLLOW_LINKS)) {
        files.put(named, found.get());
      }
    }
    above.remove(at);
  }

  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    }
  }

  /**
   * Copies the tree's files to another one, and what links lead to, with their times and whether
   * they are programs.
   *
   * @return the copies
   */
  public List<Path> copyTo(ForeignTree other, String path) throws IOException {
    return copyTo(other, path, _ -> true);
  }

  /**
   * The same of some files.
   *
   * @param chosen is asked with paths in the tree
   */
  public List<Path> copyTo(ForeignTree other, String path, Predicate<Path> chosen)
      throws IOException {
    List<Path> copies = new ArrayList<>();
    for (var file : files("").entrySet()) {
      if (!chosen.test(file.getKey())) {
        continue;
      }
      Path copy = other.placed(Path.of(path).resolve(file.getKey()).toString());
      Trees.delete(copy); // as the file of a later layer replaces what was there
      Files.copy(file.getValue(), copy);
      Files.setLastModifiedTime(copy, Files.getLastModifiedTime(file.getValue()));
      if (Files.isExecutable(file.getValue())) {
        copy.toFile().setExecutable(true);
      }
      copies.add(copy);
    }
    return copies;
  }

  /** Returns a link that leads out of the tree when this machine follows it, if there is one. */
  public Optional<Path> linkOut() throws IOException {
    for (Path link : links()) {
      if (leaves(link)) {
        return Optional.of(root.relativize(link));
      }
    }
    return Optional.empty();
  }

  /**
   * Makes all links that lead out of the tree when this machine follows them lead to what they mean
   * inside: {@code /usr/lib} becomes {@code ../usr/lib}. Then no path below the root leads out,
   * whoever follows it.
   */
  public void keepLinksInside() throws IOException {
    for (Path link : links()) {
      if (leaves(link)) {
        Path inside = parent(link).relativize(meant(link));
        Files.delete(link);
        Files.createSymbolicLink(link, inside.toString().isEmpty() ? Path.of(".") : inside);
      }
    }
  }

  private List<Path> links() throws IOException {
    try (Stream<Path> tree = Files.walk(root)) {
      return tree.filter(Files::isSymbolicLink).toList();
    }
  }

  private boolean leaves(Path link) throws IOException {
    Way way = new Way(root, parent(link));
    try {
      way.follow(link);
      way.walk();
    } catch (FileSystemLoopException e) { // it may have left before
    }
    return way.leaves;
  }

  /** Where a link leads inside; of one in a circle, where it says without a look at others. */
  private Path meant(Path link) throws IOException {
    try {
      return new ForeignTree(root, parent(link)).resolved(Files.readSymbolicLink(link));
    } catch (FileSystemLoopException e) {
      Path inside = Path.of("/").resolve(root.relativize(parent(link)));
      Path target = inside.resolve(Files.readSymbolicLink(link)).normalize();
      return root.resolve(Path.of("/").relativize(target).toString());
    }
  }
}
