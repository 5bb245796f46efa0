package thaw.function.handler;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The places in which the official runtime client looks for classes: the task root, {@code
 * lib/*.jar} below it, {@code /opt/java/lib/*.jar} of the layers; and the JDK. Loads nothing.
 */
final class ClassSearch implements AutoCloseable {
  private final Path taskRoot;
  private final Optional<Path> layersRoot;
  private final List<Path> jars = new ArrayList<>();
  private final List<Path> unreadable = new ArrayList<>();
  private final Map<Path, ZipFile> open = new LinkedHashMap<>();

  ClassSearch(Path taskRoot, Optional<Path> layersRoot) throws IOException {
    this.taskRoot = taskRoot;
    this.layersRoot = layersRoot;
    jars.addAll(jarsIn(taskRoot.resolve("lib")));
    if (layersRoot.isPresent()) {
      jars.addAll(jarsIn(layersRoot.get().resolve("java/lib")));
    }
  }

  static List<Path> jarsIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /** The function's own code. */
  Path taskRoot() {
    return taskRoot;
  }

  /** Task root and layers, with all that is in them. */
  List<Path> roots() {
    return Stream.concat(Stream.of(taskRoot), layersRoot.stream()).toList();
  }

  /** The jars that are searched, in their order. */
  List<Path> jars() {
    return jars;
  }

  /** Jars that were to be searched and are none; the JVM passes over them in silence. */
  List<Path> unreadable() {
    return unreadable;
  }

  /**
   * The class, as a class loader would find it: not one in a folder that is not its package's.
   *
   * @param name with {@code /} between packages
   * @throws IllegalArgumentException when it is no class file, or a newer one than this JDK knows
   */
  Optional<ClassShape> find(String name) throws IOException {
    return first(name).filter(shape -> shape.name().equals(name));
  }

  private Optional<ClassShape> first(String name) throws IOException {
    String file = name + ".class";
    Path exploded = taskRoot.resolve(file);
    if (Files.isRegularFile(exploded)) {
      return Optional.of(ClassShape.parse(Files.readAllBytes(exploded)));
    }
    for (Path jar : jars) {
      Optional<byte[]> bytes = read(jar, file);
      if (bytes.isPresent()) {
        return bytes.map(ClassShape::parse);
      }
    }
    try (InputStream in = ClassLoader.getPlatformClassLoader().getResourceAsStream(file)) {
      return in == null ? Optional.empty() : Optional.of(ClassShape.parse(in.readAllBytes()));
    }
  }

  private Optional<byte[]> read(Path jar, String entryName) throws IOException {
    Optional<ZipFile> zip = zip(jar);
    ZipEntry entry = zip.map(file -> file.getEntry(entryName)).orElse(null);
    if (zip.isEmpty() || entry == null) {
      return Optional.empty();
    }
    try (InputStream in = zip.get().getInputStream(entry)) {
      return Optional.of(in.readAllBytes());
    }
  }

  /** Names of the entries of one of the searched jars, or of any other. */
  List<String> entries(Path jar) throws IOException {
    Optional<ZipFile> zip = zip(jar);
    return zip.isPresent() ? zip.get().stream().map(ZipEntry::getName).toList() : List.of();
  }

  private Optional<ZipFile> zip(Path jar) throws IOException {
    if (unreadable.contains(jar)) {
      return Optional.empty();
    }
    ZipFile known = open.get(jar);
    if (known != null) {
      return Optional.of(known);
    }
    try {
      ZipFile opened = new ZipFile(jar.toFile());
      open.put(jar, opened);
      return Optional.of(opened);
    } catch (ZipException e) {
      unreadable.add(jar);
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    for (ZipFile zip : open.values()) {
      zip.close();
    }
  }
}
