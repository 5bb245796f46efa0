package thaw.escape;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * The bytecode of a program: the user's own classes, which are what is asked about, and what else
 * it runs, its libraries and its JDK, as far as that is found.
 */
public final class AnalyzedProgram implements AutoCloseable {
  /** A file that a folder has if it is the home of a JDK. */
  private static final String MODULES = "lib/modules";

  private static final String CLASS = ".class";

  /**
   * The beginning of the names of files for one release of Java, in a jar for several (JEP 238).
   */
  private static final Pattern VERSION = Pattern.compile("^META-INF/versions/\\d+/");

  private static final int FIRST_VERSION = 9;
  private static final Pattern FEATURE = Pattern.compile("\\d{1,4}");

  private final List<String> packages;
  private final List<Place> places = new ArrayList<>();
  private final Set<String> own = new HashSet<>();
  private final Map<String, Optional<ClassMethods>> read = new HashMap<>();
  private final Set<Path> known = new HashSet<>();
  private @Nullable FileSystem jdk;
  private int feature;

  /** A source of class files, such as a folder, a jar or a JDK. */
  private sealed interface Place extends AutoCloseable {
    /**
     * @param feature the release of Java that it is for; 0 where nobody knows
     */
    byte @Nullable [] bytes(String file, int feature) throws IOException;

    @Override
    void close() throws IOException;
  }

  private record Folder(Path root) implements Place {
    @Override
    public byte @Nullable [] bytes(String file, int feature) throws IOException {
      Path path = root.resolve(file);
      return Files.isRegularFile(path) ? Files.readAllBytes(path) : null;
    }

    @Override
    public void close() {}
  }

  private record Jar(JarFile zip) implements Place {
    @Override
    public byte @Nullable [] bytes(String file, int feature) throws IOException {
      ZipEntry entry = entry(file, feature);
      if (entry == null) {
        return null;
      }
      try (InputStream in = zip.getInputStream(entry)) {
        return in.readAllBytes();
      }
    }

    private @Nullable ZipEntry entry(String file, int feature) {
      for (int version = feature; version >= FIRST_VERSION && zip.isMultiRelease(); version--) {
        ZipEntry entry = zip.getEntry("META-INF/versions/" + version + "/" + file);
        if (entry != null) {
          return entry;
        }
      }
      return zip.getEntry(file);
    }

    @Override
    public void close() throws IOException {
      zip.close();
    }
  }

  private record Jdk(FileSystem files) implements Place {
    @Override
    public byte @Nullable [] bytes(String file, int feature) throws IOException {
      int slash = file.lastIndexOf('/');
      if (slash < 0) {
        return null;
      }
      Path links = files.getPath("/packages", file.substring(0, slash).replace('/', '.'));
      if (!Files.isDirectory(links)) {
        return null;
      }
      try (Stream<Path> modules = Files.list(links)) {
        for (Path module : modules.toList()) {
          Path path = files.getPath("/modules", module.getFileName().toString(), file);
          if (Files.isRegularFile(path)) {
            return Files.readAllBytes(path);
          }
        }
      }
      return null;
    }

    @Override
    public void close() throws IOException {
      files.close();
    }
  }

  private AnalyzedProgram(List<String> packages) {
    this.packages = List.copyOf(packages);
  }

  /**
   * @param files jars, and folders of classes, whose classes are the user's
   * @param packages beginnings of the names of the user's classes; without any, all are
   * @throws IOException when one of the files cannot be read
   */
  public static AnalyzedProgram of(List<Path> files, List<String> packages) throws IOException {
    AnalyzedProgram program = new AnalyzedProgram(packages);
    for (Path file : files) {
      program.add(file, true);
    }
    return program;
  }

  /** Returns whether the user has any class. */
  public boolean isEmpty() {
    return own.isEmpty();
  }

  /**
   * Sets the Java release by which classes are chosen from multi-release jars; the first call
   * decides.
   */
  void ranOn(String release) {
    Matcher matcher = FEATURE.matcher(release);
    if (feature == 0 && matcher.lookingAt()) {
      feature = Integer.parseInt(matcher.group());
    }
  }

  boolean isOwn(String className) {
    return own.contains(className);
  }

  /**
   * Adds a library or a JDK that the program runs besides its own classes. A file that cannot be
   * read is left out.
   */
  public void addLibrary(Path file) {
    if (Files.exists(file.resolve(MODULES))) {
      addJdk(file);
    } else if (Files.exists(file)) {
      try {
        add(file, false);
      } catch (IOException _) { // then less is known of what the calls do
      }
    }
  }

  private void addJdk(Path home) {
    if (jdk == null) {
      try {
        jdk = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
        places.add(new Jdk(jdk));
      } catch (IOException | RuntimeException _) { // of a JDK that this one cannot read
      }
    }
  }

  private void add(Path file, boolean users) throws IOException {
    if (!known.add(file.toAbsolutePath().normalize())) {
      return;
    }
    if (Files.isDirectory(file)) {
      places.add(new Folder(file));
      if (users) {
        try (Stream<Path> tree = Files.walk(file)) {
          tree.forEach(path -> own(file.relativize(path).toString()));
        } catch (UncheckedIOException e) {
          throw e.getCause();
        }
      }
    } else {
      JarFile zip = new JarFile(file.toFile(), false);
      places.add(new Jar(zip));
      if (users) {
        zip.stream()
            .map(entry ->
                zip.isMultiRelease()
                    ? VERSION.matcher(entry.getName()).replaceFirst("")
                    : entry.getName())
            .forEach(this::own);
      }
    }
  }

  private void own(String file) {
    if (file.endsWith(CLASS) && !file.startsWith("META-INF/")) {
      String className = file.substring(0, file.length() - CLASS.length()).replace('/', '.');
      if (packages.isEmpty() || packages.stream().anyMatch(className::startsWith)) {
        own.add(className);
      }
    }
  }

  /** Returns the methods of a class; null where the class is in none of the files. */
  @Nullable ClassMethods code(String className) {
    return read.computeIfAbsent(className, this::found).orElse(null);
  }

  /**
   * Returns the code of a method; null where its class is in none of the files, or it has no
   * bytecode.
   */
  @Nullable MethodCode code(MethodName method) {
    ClassMethods code = method.isHidden() ? null : code(method.className());
    return code == null ? null : code.method(method);
  }

  private Optional<ClassMethods> found(String className) {
    String file = className.replace('.', '/') + CLASS;
    for (Place place : places) {
      try {
        byte[] bytes = place.bytes(file, feature);
        if (bytes != null) {
          return Optional.of(ClassMethods.of(bytes));
        }
      } catch (IOException | RuntimeException _) { // a damaged file is none
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    for (Place place : places) {
      place.close();
    }
  }
}
