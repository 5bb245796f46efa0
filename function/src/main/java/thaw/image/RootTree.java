package thaw.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import thaw.files.ForeignTree;
import thaw.problem.UserMistake;

/**
 * The root file system that an image's layers make, put together in memory (the contents of files
 * apart, which go to a folder): no name of a layer is ever followed on disk. What is written has
 * links only that lead to places inside, see {@link ForeignTree#keepLinksInside}.
 *
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/layer.md">OCI layers</a>
 */
final class RootTree {
  /** Lambda's quota of an image, uncompressed. */
  static final long MOST_BYTES = 10L << 30;

  /**
   * The most entries that all layers may have. Lambda has no such limit; a tar of some MB can name
   * millions.
   */
  private static final int MOST_ENTRIES = 1_000_000;

  private static final int MOST_LINKS = 40;

  /**
   * The most bytes of a path, and of a link's text. The kernel takes 4,095, and a link that is kept
   * inside says {@code ../} for each folder above it, then up to twice as much.
   */
  private static final int LONGEST_PATH = 1_024;

  /** The kernel's limit of a file's name, NAME_MAX. */
  private static final int LONGEST_NAME = 255;

  private static final String WHITEOUT = ".wh.";
  private static final String OPAQUE = ".wh..wh..opq";
  private static final int FOLDER_MODE = 0755;
  private static final int FILE_MODE = 0644;
  private static final FileTime EPOCH = FileTime.fromMillis(0);

  /**
   * The bits of a mode that are kept. Those that let the group or others write, set-user-ID and the
   * like are not: nobody else may change a copy.
   */
  private static final int KEPT_MODE = 0755;

  private final Path image;
  private final Path contents;
  private final Folder root = new Folder(0, FOLDER_MODE);
  private int layer;
  private int entries;
  private long bytes;

  private abstract static sealed class Node permits Folder, Content, Link {
    final int layer;

    Node(int layer) {
      this.layer = layer;
    }
  }

  private static final class Folder extends Node {
    final Map<String, Node> children = new TreeMap<>();
    final int mode;

    Folder(int layer, int mode) {
      super(layer);
      this.mode = mode;
    }
  }

  /** A file; two names of one are hard links. */
  private static final class Content extends Node {
    final @Nullable Path kept;
    final int mode;
    final FileTime modified;
    @Nullable Path placed;

    Content(int layer, @Nullable Path kept, int mode, FileTime modified) {
      super(layer);
      this.kept = kept;
      this.mode = mode;
      this.modified = modified;
    }
  }

  private static final class Link extends Node {
    final String target;

    Link(int layer, String target) {
      super(layer);
      this.target = target;
    }
  }

  /**
   * @param image as messages call it
   * @param contents an empty folder, on the file system of what {@link #writeTo} makes
   */
  RootTree(Path image, Path contents) {
    this.image = image;
    this.contents = contents;
  }

  /** Lays the next layer over what there is. */
  void add(InputStream tar) throws IOException {
    layer++;
    TarArchiveInputStream in = new TarArchiveInputStream(tar);
    for (TarArchiveEntry entry; (entry = in.getNextEntry()) != null; ) {
      if (++entries > MOST_ENTRIES) {
        throw refused("has more than " + MOST_ENTRIES + " files");
      }
      add(entry, in);
    }
  }

  /** An empty file where there is none. */
  void place(String path) {
    List<String> names = names(path);
    String name = names.removeLast();
    folder(names, 0).children.putIfAbsent(name, new Content(layer, null, FILE_MODE, EPOCH));
  }

  long bytes() {
    return bytes;
  }

  private UserMistake refused(String what) {
    return new UserMistake(image + " " + what, "build the image again, with less in it");
  }

  private void add(TarArchiveEntry entry, InputStream in) throws IOException {
    List<String> names = names(entry.getName());
    if (names.isEmpty()) {
      return;
    }
    if (entry.isCharacterDevice() || entry.isBlockDevice() || entry.isFIFO()) {
      return; // the /dev of a box is its own
    }
    String name = names.removeLast();
    Folder folder = folder(names, 0);
    if (name.equals(OPAQUE)) {
      folder.children.values().removeIf(child -> child.layer < layer);
    } else if (name.startsWith(WHITEOUT)) {
      String gone = name.substring(WHITEOUT.length());
      Node child = folder.children.get(gone);
      if (child != null && child.layer < layer) {
        folder.children.remove(gone);
      }
    } else if (entry.isDirectory()) {
      Folder made = new Folder(layer, entry.getMode() & KEPT_MODE);
      if (folder.children.get(name) instanceof Folder before) {
        made.children.putAll(before.children);
      }
      folder.children.put(name, made);
    } else if (entry.isSymbolicLink()) {
      requireLength(entry.getLinkName(), LONGEST_PATH);
      folder.children.put(name, new Link(layer, entry.getLinkName()));
    } else if (entry.isLink()) {
      folder.children.put(name, linked(entry));
    } else if (entry.isFile()) {
      folder.children.put(name, content(entry, in));
    }
  }

  private Node linked(TarArchiveEntry entry) {
    List<String> names = names(entry.getLinkName());
    if (!names.isEmpty()) {
      String name = names.removeLast();
      Node found = folder(names, 0).children.get(name);
      if (found instanceof Content || found instanceof Link) {
        return found;
      }
    }
    throw refused(
        "is damaged: "
            + entry.getName()
            + " is a link to "
            + entry.getLinkName()
            + ", which it does not have");
  }

  private Content content(TarArchiveEntry entry, InputStream in) throws IOException {
    bytes += entry.getRealSize();
    if (bytes > MOST_BYTES) {
      throw refused("has more than 10 GB uncompressed, Lambda's limit");
    }
    Path kept = contents.resolve(Integer.toString(entries));
    try (OutputStream out = Files.newOutputStream(kept)) {
      in.transferTo(out);
    }
    return new Content(layer, kept, entry.getMode() & KEPT_MODE, entry.getLastModifiedTime());
  }

  private void requireLength(String path, int most) {
    if (path.getBytes(StandardCharsets.UTF_8).length > most) {
      throw refused(
          "has a path of more than %d bytes, or a name in it of more than %d: %.60s..."
              .formatted(LONGEST_PATH, LONGEST_NAME, path));
    }
  }

  private List<String> names(String path) {
    requireLength(path, LONGEST_PATH);
    List<String> names = new ArrayList<>();
    for (String name : path.split("/", -1)) {
      if (name.equals("..") || name.indexOf('\0') >= 0) {
        throw refused("is not safe: its entry " + path + " leads out of it");
      }
      requireLength(name, LONGEST_NAME);
      if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return names;
  }

  /** The folder at a path, through links of the image; made where it is not there. */
  private Folder folder(List<String> path, int links) {
    List<Folder> way = new ArrayList<>(List.of(root));
    for (int i = 0; i < path.size(); i++) {
      String name = path.get(i);
      if (name.equals("..")) {
        if (way.size() > 1) {
          way.removeLast();
        }
        continue;
      }
      Folder here = way.getLast();
      Node child = here.children.get(name);
      if (child instanceof Link link) {
        if (links >= MOST_LINKS) {
          throw refused("is not safe: its links lead in a circle at " + String.join("/", path));
        }
        List<String> rest = new ArrayList<>();
        if (!link.target.startsWith("/")) {
          path.subList(0, i).forEach(rest::add);
        }
        for (String part : link.target.split("/")) {
          if (!part.isEmpty() && !part.equals(".")) {
            rest.add(part);
          }
        }
        rest.addAll(path.subList(i + 1, path.size()));
        return folder(rest, links + 1);
      }
      if (child instanceof Folder next) {
        way.add(next);
      } else {
        Folder made = new Folder(layer, FOLDER_MODE);
        here.children.put(name, made);
        way.add(made);
      }
    }
    return way.getLast();
  }

  /**
   * @param target does not exist yet
   */
  void writeTo(Path target) throws IOException {
    write(root, "", target);
    new ForeignTree(target).keepLinksInside();
  }

  private void write(Folder folder, String path, Path target) throws IOException {
    requireLength(path, LONGEST_PATH); // links of links make long ones
    Files.createDirectory(target);
    for (Map.Entry<String, Node> child : folder.children.entrySet()) {
      Path at = target.resolve(child.getKey());
      switch (child.getValue()) {
        case Folder below -> write(below, path + "/" + child.getKey(), at);
        case Link link -> Files.createSymbolicLink(at, Path.of(link.target));
        case Content content -> place(content, at);
      }
    }
    Files.setPosixFilePermissions(target, permissions(folder.mode | 0700)); // we remove it one day
  }

  private static void place(Content content, Path at) throws IOException {
    if (content.placed != null) {
      Files.createLink(at, content.placed);
      return;
    }
    if (content.kept == null) {
      Files.createFile(at);
    } else {
      Files.move(content.kept, at);
    }
    Files.setPosixFilePermissions(at, permissions(content.mode));
    Files.setLastModifiedTime(at, content.modified);
    content.placed = at;
  }

  private static Set<PosixFilePermission> permissions(int mode) {
    // From others' execution, the lowest bit, to the owner's reading.
    List<PosixFilePermission> all = List.of(PosixFilePermission.values());
    Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
    for (int i = 0; i < all.size(); i++) {
      if ((mode >> i & 1) == 1) {
        set.add(all.get(all.size() - 1 - i));
      }
    }
    return set;
  }
}
