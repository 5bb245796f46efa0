package thaw.function.packaging;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import thaw.problem.UserMistake;

/**
 * Unzips a jar or zip into a folder as Lambda does, and refuses what must not leave that folder.
 *
 * <p>Symbolic links are made last, so that no entry is ever written through one. An entry that Unix
 * made is executable when its mode says so; when something else made the zip (Java's own tools set
 * no mode), only {@code bootstrap} at the top is.
 */
final class ArchiveExploder {
  private static final String BOOTSTRAP = "bootstrap";
  private static final int BUFFER = 1 << 16;

  /** The most names in one line for people. */
  private static final int MOST_NAMED = 3;

  /**
   * The bytes of a file's name that the kernel takes (NAME_MAX), and those of a path (PATH_MAX).
   */
  private static final int LONGEST_NAME = 255;

  private static final int LONGEST_PATH = 4095;
  private static final String RELATIVE = "build the archive with relative names";
  private static final String RENAMED = "build the archive with another name for it";

  /** The path of the archive in messages: the user's, not that of a copy. */
  private final Path origin;

  private final StagedFolder staged;
  private final Path target;
  private final Map<String, CentralDirectory.Attributes> attributes;
  private final ArchiveLinks links;
  private final Consumer<String> notes;
  private long written;

  private ArchiveExploder(
      Path origin,
      Path target,
      Map<String, CentralDirectory.Attributes> attributes,
      Consumer<String> notes)
      throws IOException {
    this.origin = origin;
    this.notes = notes;
    this.target = target.toAbsolutePath().normalize();
    this.staged = new StagedFolder(this.target);
    this.links = new ArchiveLinks(origin, staged, this.target);
    this.attributes = attributes;
  }

  /**
   * @param archive the bytes to read, {@code origin} or a copy of it
   * @param target a folder that is empty or does not exist
   * @param notes for people: what the archive's maker may not have meant
   */
  static void explode(Path archive, Path origin, Path target, Consumer<String> notes)
      throws IOException {
    try {
      Map<String, CentralDirectory.Attributes> attributes = CentralDirectory.read(archive);
      refuseEncrypted(origin, attributes);
      try (ZipFile zip = new ZipFile(archive.toFile(), StandardCharsets.UTF_8)) {
        new ArchiveExploder(origin, target, attributes, notes).explode(zip);
      }
    } catch (FileAlreadyExistsException e) {
      throw new UserMistake(
          origin + ": an entry is a file and a folder",
          "build the archive with another name for one of them");
    } catch (ZipException | EOFException e) {
      throw new UserMistake(
          origin + " is not a zip that can be read: " + e.getMessage(),
          "build or download it again");
    }
  }

  /**
   * Refuses encrypted entries before the archive is opened: {@code ZipFile} would call such an
   * archive broken.
   */
  private static void refuseEncrypted(
      Path origin, Map<String, CentralDirectory.Attributes> attributes) {
    attributes.forEach((name, entry) -> {
      if (entry.encrypted()) {
        throw new UserMistake(
            "%s: entry %s is encrypted".formatted(origin, name), "make the zip without a password");
      }
    });
  }

  private void explode(ZipFile zip) throws IOException {
    if (zip.size() > PackageLimit.ENTRIES) {
      throw new UserMistake(
          "%s must have at most %d entries: %d".formatted(origin, PackageLimit.ENTRIES, zip.size()),
          "leave out dependencies that the function does not use");
    }
    List<ZipEntry> entries = unique(zip);
    if (entries.stream().allMatch(ZipEntry::isDirectory)) {
      throw new UserMistake(origin + " is empty", "build it again; Lambda refuses an empty zip");
    }
    PackageLimit.check(origin, PackageLimit.unzippedBytes(entries));
    for (ZipEntry entry : entries) {
      unzip(zip, entry);
    }
    links.make();
    staged.complete();
  }

  /**
   * The entries of which each name has one. Of those that an archive has twice, as Gradle makes
   * them, the last one counts: unzipping writes it over the others, and a JVM finds it.
   */
  private List<ZipEntry> unique(ZipFile zip) {
    Map<String, ZipEntry> byPath = new LinkedHashMap<>();
    Set<String> differing = new TreeSet<>();
    List<String> backslashes = new ArrayList<>();
    zip.stream()
        .forEach(entry -> {
          String path = Path.of(safeName(entry)).normalize() + (entry.isDirectory() ? "/" : "");
          ZipEntry earlier = byPath.put(path, entry);
          if (earlier != null
              && (earlier.getCrc() != entry.getCrc() || earlier.getSize() != entry.getSize())) {
            differing.add(path);
          }
          if (path.indexOf('\\') >= 0) {
            backslashes.add(path);
          }
        });
    if (!differing.isEmpty()) {
      notes.accept(
          "%s has more than one of %s, with different contents: the last one counts"
              .formatted(origin, some(differing)));
    }
    if (!backslashes.isEmpty()) {
      notes.accept(
          "%s has names with \\, which is no divider of folders on Linux: %s is a file of that name"
              .formatted(origin, some(backslashes)));
    }
    return List.copyOf(byPath.values());
  }

  private static String some(Collection<String> names) {
    String first = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    int more = names.size() - MOST_NAMED;
    return more > 0 ? first + " and " + more + " more" : first;
  }

  private void unzip(ZipFile zip, ZipEntry entry) throws IOException {
    String name = safeName(entry);
    CentralDirectory.Attributes known =
        attributes.getOrDefault(
            entry.getName(), new CentralDirectory.Attributes(OptionalInt.empty(), false));
    FileTime modified = entry.getLastModifiedTime();
    if (entry.isDirectory()) {
      staged.folder(name, modified);
    } else if (known.isSymbolicLink()) {
      try (InputStream in = zip.getInputStream(entry)) {
        links.add(name, in);
      }
    } else {
      write(zip, entry, name);
      boolean executable =
          known.unixMode().isPresent() ? known.isExecutable() : name.equals(BOOTSTRAP);
      staged.finish(name, executable, modified);
    }
  }

  private void write(ZipFile zip, ZipEntry entry, String name) throws IOException {
    if (Files.exists(target.resolve(name))) {
      throw new FileAlreadyExistsException(name);
    }
    try (InputStream in = zip.getInputStream(entry);
        OutputStream out = staged.file(name)) {
      long declared = Math.max(0, entry.getSize());
      long bytes = copy(in, out, Math.min(declared, PackageLimit.UNZIPPED_BYTES - written) + 1);
      written += bytes;
      PackageLimit.check(origin, written);
      if (bytes != declared) {
        throw new ZipException(entry.getName() + " has not the size that the directory says");
      }
    }
  }

  /**
   * Copies at most so many bytes, and so not always to the end: the directory may say less of an
   * entry than there is.
   */
  private static long copy(InputStream in, OutputStream out, long most) throws IOException {
    byte[] piece = new byte[BUFFER];
    long copied = 0;
    while (copied < most) {
      int read = in.read(piece, 0, (int) Math.min(piece.length, most - copied));
      if (read < 0) {
        break;
      }
      out.write(piece, 0, read);
      copied += read;
    }
    return copied;
  }

  private String safeName(ZipEntry entry) {
    String name = entry.getName();
    List<String> parts = List.of(name.split("[/\\\\]", -1));
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw refused(entry, "has no name that a file can have", RENAMED);
    }
    if (name.startsWith("/") || name.matches("[A-Za-z]:.*")) {
      throw refused(entry, "would leave the task root: its name is absolute", RELATIVE);
    }
    if (parts.contains("..")) {
      throw refused(entry, "would leave the task root by ..", RELATIVE);
    }
    for (String part : parts) {
      requireAtMost(LONGEST_NAME, part, "has a part of %d bytes, and a file's name", entry);
    }
    requireAtMost(LONGEST_PATH, target + "/" + name, "has a path of %d bytes, and one", entry);
    try {
      if (!target.resolve(name).normalize().startsWith(target)) {
        throw refused(entry, "would leave the task root", RELATIVE);
      }
    } catch (InvalidPathException e) {
      throw refused(entry, "has no name that a file can have here: " + e.getReason(), RENAMED);
    }
    return name;
  }

  private void requireAtMost(int most, String text, String what, ZipEntry entry) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > most) {
      String fault = what.formatted(bytes) + " may have " + most;
      throw refused(entry, fault, "build the archive with shorter names");
    }
  }

  private UserMistake refused(ZipEntry entry, String fault, String remedy) {
    String name = entry.getName().replaceAll("\\p{Cntrl}", "?");
    String shown = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "..." : name;
    return new UserMistake("%s: entry %s %s".formatted(origin, shown, fault), remedy);
  }
}
