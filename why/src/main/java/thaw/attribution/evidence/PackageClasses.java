package thaw.attribution.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The classes of a function as they lie on the disk: below the task root, in its {@code lib/*.jar}
 * and in the layers' {@code java/lib/*.jar}. What is found first counts, as for a class loader.
 * Loads nothing, and reads the bytes of a class only when they are asked for.
 */
public final class PackageClasses implements AutoCloseable {
  private static final String SUFFIX = ".class";

  private final Map<String, Place> places = new LinkedHashMap<>();
  private final List<Jar> jars = new ArrayList<>();
  private final List<ZipFile> open = new ArrayList<>();

  /** The place of a class on disk; the jar is absent where the class is a file. */
  private record Place(Path file, Optional<ZipFile> jar, String entry) {}

  /**
   * A jar that is on the class path.
   *
   * @param classes how many it has
   * @param deflated how many of them must be inflated before they are read
   */
  public record Jar(String fileName, int classes, int deflated) {}

  private PackageClasses() {}

  /**
   * @param layersRoot what the function sees as {@code /opt}
   */
  public static PackageClasses of(Path taskRoot, Optional<Path> layersRoot) {
    PackageClasses classes = new PackageClasses();
    try {
      classes.addFolder(taskRoot);
      classes.addJars(taskRoot.resolve("lib"));
      if (layersRoot.isPresent()) {
        classes.addJars(layersRoot.get().resolve("java/lib"));
      }
    } catch (IOException e) {
      classes.close();
      throw new UncheckedIOException("could not read the classes in " + taskRoot, e);
    }
    return classes;
  }

  /** Binary names, those of the task root first. */
  public Set<String> names() {
    return places.keySet();
  }

  public List<Jar> jars() {
    return jars;
  }

  /** The class file, where the package has it. */
  public Optional<byte[]> find(String className) {
    Place place = places.get(className);
    if (place == null) {
      return Optional.empty();
    }
    try (InputStream in = opened(place)) {
      return Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + className + " of " + place.file(), e);
    }
  }

  /** The first bytes of a class file, as many as it has of these. */
  Optional<byte[]> head(String className, int bytes) {
    Place place = places.get(className);
    if (place == null) {
      return Optional.empty();
    }
    try (InputStream in = opened(place)) {
      return Optional.of(in.readNBytes(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + className + " of " + place.file(), e);
    }
  }

  /** Returns whether it lies in a jar, and not in a file of the task root. */
  public boolean isInJar(String className) {
    Place place = places.get(className);
    return place != null && place.jar().isPresent();
  }

  private static InputStream opened(Place place) throws IOException {
    if (place.jar().isEmpty()) {
      return Files.newInputStream(place.file());
    }
    ZipFile zip = place.jar().get();
    return zip.getInputStream(zip.getEntry(place.entry()));
  }

  private void addFolder(Path root) throws IOException {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path file : (Iterable<Path>) tree.filter(Files::isRegularFile).sorted()::iterator) {
        String entry = root.relativize(file).toString();
        if (isClass(entry)) {
          places.putIfAbsent(className(entry), new Place(file, Optional.empty(), entry));
        }
      }
    }
  }

  private void addJars(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path jar : (Iterable<Path>) files.sorted()::iterator) {
        if (jar.toString().endsWith(".jar")) {
          addJar(jar);
        }
      }
    }
  }

  /** A file that is no jar is passed over, as the JVM does. */
  private void addJar(Path jar) throws IOException {
    ZipFile zip;
    try {
      zip = new ZipFile(jar.toFile());
    } catch (ZipException e) {
      return;
    }
    open.add(zip);
    List<? extends ZipEntry> classes =
        zip.stream().filter(entry -> isClass(entry.getName())).toList();
    for (ZipEntry entry : classes) {
      places.putIfAbsent(
          className(entry.getName()), new Place(jar, Optional.of(zip), entry.getName()));
    }
    long deflated = classes.stream().filter(e -> e.getMethod() == ZipEntry.DEFLATED).count();
    jars.add(new Jar(String.valueOf(jar.getFileName()), classes.size(), (int) deflated));
  }

  /** No versions for other JVMs, and no descriptions of modules and packages. */
  private static boolean isClass(String entry) {
    return entry.endsWith(SUFFIX) && !entry.startsWith("META-INF/") && !entry.contains("-info.");
  }

  private static String className(String entry) {
    return entry.substring(0, entry.length() - SUFFIX.length()).replace('/', '.');
  }

  @Override
  public void close() {
    for (ZipFile zip : open) {
      try {
        zip.close();
      } catch (IOException e) {
        throw new UncheckedIOException("could not close " + zip.getName(), e);
      }
    }
  }
}
