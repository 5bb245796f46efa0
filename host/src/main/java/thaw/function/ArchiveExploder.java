package thaw.function;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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

  /** How messages call the archive: the user's path, not that of a copy. */
  private final Path origin;

  private final StagedFolder staged;
  private final Path target;
  private final Map<String, CentralDirectory.Attributes> attributes;
  private final Map<String, String> links = new LinkedHashMap<>();
  private long written;

  private ArchiveExploder(
      Path origin, Path target, Map<String, CentralDirectory.Attributes> attributes)
      throws IOException {
    this.origin = origin;
    this.target = target.toAbsolutePath().normalize();
    this.staged = new StagedFolder(this.target);
    this.attributes = attributes;
  }

  /**
   * @param archive the bytes to read, {@code origin} or a copy of it
   * @param target a folder that is empty or does not exist
   */
  static void explode(Path archive, Path origin, Path target) throws IOException {
    try {
      Map<String, CentralDirectory.Attributes> attributes = CentralDirectory.read(archive);
      refuseEncrypted(origin, attributes);
      try (ZipFile zip = new ZipFile(archive.toFile(), StandardCharsets.UTF_8)) {
        new ArchiveExploder(origin, target, attributes).explode(zip);
      }
    } catch (FileAlreadyExistsException e) {
      throw new UserMistake(
          origin + ": two entries have one name, or one is a file and a folder",
          "build the archive without duplicate entries");
    } catch (ZipException | EOFException e) {
      throw new UserMistake(
          origin + " is no zip that can be read: " + e.getMessage(), "build or download it again");
    }
  }

  /** Asked first: {@code ZipFile} would call such an archive broken. */
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
    List<ZipEntry> entries = new ArrayList<>(zip.stream().toList());
    if (entries.stream().allMatch(ZipEntry::isDirectory)) {
      throw new UserMistake(origin + " is empty", "build it again; Lambda refuses an empty zip");
    }
    PackageLimit.check(
        origin, entries.stream().mapToLong(entry -> Math.max(0, entry.getSize())).sum());
    for (ZipEntry entry : entries) {
      unzip(zip, entry);
    }
    makeLinks();
    staged.complete();
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
        links.put(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
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
      throw refused(entry, "is there twice", "build the archive without duplicate entries");
    }
    try (InputStream in = zip.getInputStream(entry);
        OutputStream out = staged.file(name)) {
      long bytes = in.transferTo(out);
      written += bytes;
      PackageLimit.check(origin, written);
      if (bytes != entry.getSize()) {
        throw new ZipException(entry.getName() + " has not the size that the directory says");
      }
    }
  }

  private String safeName(ZipEntry entry) {
    String name = entry.getName();
    boolean absolute = name.startsWith("/") || name.matches("[A-Za-z]:.*");
    boolean odd = name.isEmpty() || name.indexOf('\\') >= 0 || name.indexOf('\0') >= 0;
    boolean climbs = List.of(name.split("/", -1)).contains("..");
    if (absolute || odd || climbs || !target.resolve(name).normalize().startsWith(target)) {
      throw refused(entry, "would leave the task root", "build the archive with relative names");
    }
    return name;
  }

  private void makeLinks() throws IOException {
    for (Map.Entry<String, String> link : links.entrySet()) {
      Path path = target.resolve(link.getKey());
      Path pointsTo = path.resolveSibling(link.getValue()).normalize();
      if (link.getValue().startsWith("/") || !pointsTo.startsWith(target)) {
        throw escaping(link);
      }
      staged.makeFoldersOf(link.getKey());
      Files.createSymbolicLink(path, Path.of(link.getValue()));
    }
    Path realTarget = target.toRealPath();
    for (Map.Entry<String, String> link : links.entrySet()) {
      try {
        if (!target.resolve(link.getKey()).toRealPath().startsWith(realTarget)) {
          throw escaping(link);
        }
      } catch (NoSuchFileException e) {
        // It dangles inside of the task root, as it does on Lambda.
      }
    }
  }

  private UserMistake escaping(Map.Entry<String, String> link) {
    return new UserMistake(
        "%s: the symbolic link %s would leave the task root: %s"
            .formatted(origin, link.getKey(), link.getValue()),
        "build the archive with the file itself, or a relative link within");
  }

  private UserMistake refused(ZipEntry entry, String fault, String remedy) {
    return new UserMistake("%s: entry %s %s".formatted(origin, entry.getName(), fault), remedy);
  }
}
