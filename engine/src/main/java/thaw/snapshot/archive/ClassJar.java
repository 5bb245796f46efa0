package thaw.snapshot.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipOutputStream;
import thaw.files.StoredEntry;

/**
 * A jar of the class files in a folder, and of nothing else: class archives hold classes of jars
 * only, and a JVM writes none when it has loaded a class from a folder.
 *
 * <p>Same classes, same bytes, same modification time, whenever and wherever it is made: JVMs
 * compare the time and the size of a jar with those that it had when the archive was written.
 *
 * <p>Resources stay where they are. The manifest's {@code Class-Path} leads to them, so that a
 * class loader searches the folder straight after the jar, before what follows on the class path.
 * It is given as a URL: the JVM's own check of archives takes entries for relative paths and
 * refuses folders that are not empty, but finds nothing at {@code /folder-of-the-jar/file:/...}.
 */
public final class ClassJar {
  private static final FileTime MODIFIED = FileTime.from(Instant.parse("2000-01-01T00:00:00Z"));
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  /** Bytes of a line in a manifest, the line feed included. */
  private static final int LINE = 70;

  private ClassJar() {}

  /**
   * @param resources where class loaders look next, an absolute path as the JVM sees it
   */
  public static void write(Path classes, Optional<Path> resources, Path jar) throws IOException {
    write(classes, false, jar, resources.map(ClassJar::classPath).orElse(""));
  }

  /**
   * The same of a folder that is left without its classes. So the jar has their folders, too: those
   * who look for classes by their packages ask class loaders for folders.
   *
   * @return the classes that it has
   */
  public static List<Path> writeInPlace(Path classes, Path resources, Path jar) throws IOException {
    return write(classes, true, jar, classPath(resources));
  }

  /**
   * The same without resources, but the JVM can start it as an agent.
   *
   * @param agent the class with {@code premain}
   */
  public static void writeAgent(Path classes, String agent, Path jar) throws IOException {
    write(classes, false, jar, folded("Premain-Class: " + agent));
  }

  /**
   * Returns whether a class is where a class loader looks for it. Others, as in {@code
   * META-INF/versions} or {@code BOOT-INF/classes}, count in jars only, or for class loaders of the
   * function's own.
   */
  private static boolean isInPlace(byte[] bytes, String name) {
    try {
      return name.equals(ClassFile.of().parse(bytes).thisClass().asInternalName() + ".class");
    } catch (IllegalArgumentException e) { // of a newer Java than this program's
      return !name.startsWith("META-INF/");
    }
  }

  /** Reads each class once, to see its name and to copy it; returns those that it has copied. */
  private static List<Path> write(Path classes, boolean folders, Path jar, String attributes)
      throws IOException {
    List<Path> written = new ArrayList<>();
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setMethod(ZipOutputStream.STORED);
      add(
          zip,
          MANIFEST,
          ("Manifest-Version: 1.0\r\n" + attributes + "\r\n").getBytes(StandardCharsets.US_ASCII));
      Set<Path> above = new HashSet<>();
      for (Path file : candidates(classes)) {
        byte[] bytes = Files.readAllBytes(file);
        String name = name(classes, file);
        if (isInPlace(bytes, name)) {
          if (folders) {
            addFolders(zip, classes, file, above);
          }
          add(zip, name, bytes);
          written.add(file);
        }
      }
    }
    Files.setLastModifiedTime(jar, MODIFIED);
    return written;
  }

  private static List<Path> candidates(Path classes) throws IOException {
    try (Stream<Path> tree = Files.walk(classes)) {
      return tree.filter(file -> file.toString().endsWith(".class"))
          .filter(Files::isRegularFile)
          .sorted(Comparator.comparing(file -> name(classes, file)))
          .toList();
    }
  }

  /** Adds the folders of a class that are not there yet, the outer ones first. */
  private static void addFolders(ZipOutputStream zip, Path classes, Path file, Set<Path> there)
      throws IOException {
    Path folder = Objects.requireNonNull(file.getParent(), "below the folder");
    if (!folder.equals(classes) && there.add(folder)) {
      addFolders(zip, classes, folder, there);
      add(zip, name(classes, folder) + "/", new byte[0]);
    }
  }

  private static String name(Path folder, Path file) {
    return folder.relativize(file).toString();
  }

  private static void add(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    zip.putNextEntry(StoredEntry.of(name, bytes));
    zip.write(bytes);
    zip.closeEntry();
  }

  /** The path percent-encoded, so that it is one word of ASCII. */
  private static String classPath(Path resources) {
    String url = resources.toUri().toASCIIString();
    return folded("Class-Path: " + (url.endsWith("/") ? url : url + "/"));
  }

  private static String folded(String line) {
    StringBuilder text = new StringBuilder();
    String rest = line;
    while (rest.length() > LINE) {
      text.append(rest, 0, LINE).append("\r\n");
      rest = " " + rest.substring(LINE);
    }
    return text.append(rest).append("\r\n").toString();
  }
}
