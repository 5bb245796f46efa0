package thaw.function.handler;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import thaw.function.packaging.CodeSource;

/**
 * Finds the handler of a jar, zip or classes folder that nobody has named, or of a project by its
 * sources ({@link SourceHandlers}): a public class with a public constructor without parameters
 * that implements one of the handler interfaces, itself or by a superclass of the same package;
 * where there is none, a method of a plain class that looks like one ({@link PlainHandlers}). Loads
 * no class. Jars within it are not looked into.
 */
public final class HandlerSearch {
  private static final String CLASS = ".class";

  /** Copies of one class for other JDKs, and what a jar has besides classes. */
  private static final String META = "META-INF/";

  /** A shaded jar has handlers of libraries, too; of these, one counts when there is no other. */
  private static final List<String> LIBRARIES =
      List.of(
          "com/amazonaws/",
          "io/micronaut/",
          "io/quarkus/",
          "org/springframework/",
          "software/amazon/");

  private final Map<String, ClassShape> shapes = new HashMap<>();

  private HandlerSearch() {}

  /**
   * @return class names, or {@code package.Class::method} of plain classes, in alphabetical order,
   *     those of the application itself if there are any; empty also when the code cannot be read,
   *     which others tell
   */
  public static List<String> handlers(CodeSource code) {
    HandlerSearch search = new HandlerSearch();
    try {
      switch (code) {
        case CodeSource.Archive archive -> search.readArchive(archive.path());
        case CodeSource.Folder folder -> search.readFolder(folder.path());
        case CodeSource.Project project -> {
          return SourceHandlers.of(project.path());
        }
        case CodeSource.Built _, CodeSource.Image _ -> {
          return List.of();
        }
      }
    } catch (IOException e) {
      return List.of();
    }
    return search.found();
  }

  private void readArchive(Path file) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (isClass(entry.getName())) {
          try (InputStream in = zip.getInputStream(entry)) {
            add(in.readAllBytes());
          }
        }
      }
    }
  }

  private void readFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (isClass(folder.relativize(file).toString()) && Files.isRegularFile(file)) {
          add(Files.readAllBytes(file));
        }
      }
    }
  }

  private static boolean isClass(String name) {
    return name.endsWith(CLASS) && !name.startsWith(META) && !name.endsWith("-info.class");
  }

  private void add(byte[] classFile) {
    try {
      ClassShape shape = ClassShape.parse(classFile);
      shapes.put(shape.name(), shape);
    } catch (IllegalArgumentException e) {
      // Damaged, or newer than this JDK: no handler that could be started here.
    }
  }

  private List<String> found() {
    List<String> all =
        shapes.values().stream().filter(this::isHandler).map(ClassShape::name).sorted().toList();
    List<String> own = all.stream().filter(name -> !isOfLibrary(name)).toList();
    if (own.isEmpty()) {
      List<String> plain =
          PlainHandlers.of(shapes.values().stream().filter(shape -> !isOfLibrary(shape.name())));
      if (!plain.isEmpty()) {
        return plain;
      }
    }
    return (own.isEmpty() ? all : own).stream().map(name -> name.replace('/', '.')).toList();
  }

  private static boolean isOfLibrary(String name) {
    return LIBRARIES.stream().anyMatch(name::startsWith);
  }

  private boolean isHandler(ClassShape shape) {
    return shape.isPublic()
        && !shape.isAbstract()
        && shape.hasPublicDefaultConstructor()
        && implementsHandler(shape);
  }

  private boolean implementsHandler(ClassShape shape) {
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(shape.supertypes());
    while (!open.isEmpty()) {
      String name = open.poll();
      if (HandlerCheck.HANDLER_INTERFACES.contains(name)) {
        return true;
      }
      if (seen.add(name)) {
        Optional.ofNullable(shapes.get(name)).map(ClassShape::supertypes).ifPresent(open::addAll);
      }
    }
    return false;
  }
}
