package thaw.app.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.packaging.BuildFiles;
import thaw.function.template.resource.ApplicationReader;
import thaw.presentation.sarif.SarifFile;

/** The source files below a folder, and where in them the place of a finding is. */
public final class SourcePlaces {
  /** {@code example.Handler.handleRequest(Handler.java:42)}. */
  private static final Pattern PLACE = Pattern.compile("(.+)\\.[^.]+\\(([^():]+)(?::(\\d+))?\\)");

  private static final Set<String> NO_SOURCES = Set.of("target", "build", "node_modules");
  private static final int DEEPEST = 24;

  private final Path here;
  private final Path source;
  private final List<Path> files;

  private SourcePlaces(Path here, Path source, List<Path> files) {
    this.here = here;
    this.source = source;
    this.files = files;
  }

  /**
   * @param here to which paths are relative
   * @param source a folder, or a file in one
   */
  public static SourcePlaces of(Path here, Path source) {
    Path given = source.toAbsolutePath().normalize();
    Path folder = Files.isDirectory(given) ? given : given.resolveSibling("");
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          folder,
          Set.of(),
          DEEPEST,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
              String name = String.valueOf(each.getFileName());
              return !each.equals(folder) && (NO_SOURCES.contains(name) || name.startsWith("."))
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
              if (each.toString().endsWith(".java") || each.toString().endsWith(".kt")) {
                files.add(each);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path each, IOException e) {
              return FileVisitResult.CONTINUE; // what nobody may read is no source of ours
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException("could not look for sources in " + folder, e);
    }
    files.sort(Comparator.comparingInt(Path::getNameCount).thenComparing(Path::toString));
    return new SourcePlaces(here.toAbsolutePath().normalize(), given, files);
  }

  /**
   * Returns the line of a finding's place. Where no source file has it, it returns what stands for
   * the whole source.
   */
  public SarifFile.Line of(String place) {
    return line(place).orElseGet(() -> new SarifFile.Line(uri(whole()), 0));
  }

  private Optional<SarifFile.Line> line(String place) {
    Matcher found = PLACE.matcher(place);
    if (!found.matches()) {
      return Optional.empty();
    }
    String className = found.group(1);
    int dot = className.lastIndexOf('.');
    String folder = dot < 0 ? "" : className.substring(0, dot).replace('.', '/') + "/";
    try { // the name and the line are whatever a class file says
      int line = found.group(3) == null ? 0 : Integer.parseInt(found.group(3));
      Path file = Path.of(folder + found.group(2));
      return files.stream()
          .filter(each -> each.endsWith(file))
          .findFirst()
          .map(each -> new SarifFile.Line(uri(each), line));
    } catch (NumberFormatException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** The template, else the build file, else the source itself; none that a build has made. */
  private Path whole() {
    return ApplicationReader.template(source)
        .filter(each -> each.equals(source) || source.equals(each.getParent()))
        .or(() -> BuildFiles.ofModule(source))
        .orElse(source);
  }

  /** Percent-encoded; absolute for a file that is not below. */
  private String uri(Path file) {
    Path path = file.toAbsolutePath().normalize();
    if (!path.startsWith(here)) {
      return path.toUri().toString();
    }
    return path.equals(here) ? "./" : here.toUri().relativize(path.toUri()).toString();
  }
}
