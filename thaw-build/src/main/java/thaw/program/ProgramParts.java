package thaw.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files that a program is made of, as far as another version has others: libraries of a
 * distribution, sources of a clone, which builds itself when they have changed.
 *
 * @param files of the program itself; all are there
 * @param libraries a folder whose jars count; it may be missing
 * @param sources folders that count with all below them; all are there
 */
public record ProgramParts(List<Path> files, Path libraries, List<Path> sources) {
  private static final List<String> OF_MODULE = List.of("src/main", "src/training", "src/race");

  /**
   * The parts of what a home's program starts.
   *
   * @param program as {@link ProgramFile#in} gives it
   * @throws IOException when it is not there or cannot be read
   */
  public static ProgramParts of(Path program) throws IOException {
    Path real = program.toRealPath();
    Path libraries = real.resolveSibling("../lib").normalize();
    Path root = real.resolveSibling(".").normalize();
    Path launcher = root.resolve("launcher/thaw");
    Path pom = root.resolve("pom.xml");
    if (!Files.isRegularFile(launcher) || !Files.isRegularFile(pom)) {
      return new ProgramParts(List.of(real), libraries, List.of());
    }
    List<Path> files = new ArrayList<>(List.of(real, launcher, pom));
    List<Path> sources = new ArrayList<>();
    for (Path module : sorted(root)) {
      if (Files.isRegularFile(module.resolve("pom.xml"))) {
        files.add(module.resolve("pom.xml"));
        OF_MODULE.stream().map(module::resolve).filter(Files::isDirectory).forEach(sources::add);
      }
    }
    return new ProgramParts(files, libraries, sources);
  }

  /**
   * Paths, sizes and times of all that is part of it: another text means another program. Contents
   * are not read, as there are many.
   */
  public String stamp() throws IOException {
    List<Path> all = new ArrayList<>(files);
    if (Files.isDirectory(libraries)) {
      sorted(libraries).stream().filter(each -> each.toString().endsWith(".jar")).forEach(all::add);
    }
    for (Path folder : sources) {
      try (Stream<Path> below = Files.walk(folder)) {
        below.filter(Files::isRegularFile).sorted().forEach(all::add);
      }
    }
    StringBuilder stamp = new StringBuilder();
    for (Path each : all) {
      stamp.append(each).append(' ').append(Files.size(each)).append(' ');
      stamp.append(Files.getLastModifiedTime(each)).append('\n');
    }
    return stamp.toString();
  }

  private static List<Path> sorted(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().collect(Collectors.toList());
    }
  }
}
