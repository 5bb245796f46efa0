package thaw.program;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the program {@code thaw}. */
public final class ProgramFile {
  /** System property and configuration parameter. */
  public static final String PROPERTY = "thaw.home";

  public static final String VARIABLE = "THAW_HOME";

  /**
   * The resource among a module's tests in which a build plug-in writes the folder of the program.
   */
  public static final String BUILT = "thaw-home.txt";

  private ProgramFile() {}

  /**
   * The program that somebody has named: by the property, else by the variable.
   *
   * @param property the folder of a distribution or a clone, or the program's file
   * @param variable the same
   * @return empty when neither is set
   * @throws ThawException when there is none where it should be
   */
  public static Optional<Path> named(Optional<String> property, @Nullable String variable) {
    if (property.isPresent()) {
      return Optional.of(in(PROPERTY, property.get()));
    }
    return variable == null || variable.isBlank()
        ? Optional.empty()
        : Optional.of(in(VARIABLE, variable));
  }

  /**
   * Looks where the property says, else where the variable says, else where the build has put it,
   * else on the path.
   *
   * @param property the folder of a distribution or a clone, or the program's file
   * @param variable the same
   * @param built the same, as a build plug-in has found it; see {@link #BUILT}
   * @param path folders in which programs are, as in the variable PATH; null for none
   * @throws ThawException when it is nowhere
   */
  public static Path find(
      Optional<String> property,
      @Nullable String variable,
      Optional<String> built,
      @Nullable String path) {
    Optional<Path> named = named(property, variable);
    if (named.isPresent()) {
      return named.get();
    }
    if (built.isPresent()) {
      return in("the build", built.get());
    }
    for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
      Path file = Path.of(folder).resolve("thaw");
      if (!folder.isEmpty() && isProgram(file)) {
        return file.toAbsolutePath();
      }
    }
    throw new ThawException(
        "the program thaw was not found: neither "
            + PROPERTY
            + " nor "
            + VARIABLE
            + " is set, and it is not on the PATH",
        "add Thaw's plug-in to the build, or unpack the zip of Thaw and set "
            + VARIABLE
            + " to its folder");
  }

  /**
   * The program of a home.
   *
   * @param name who says so, for the message
   * @throws ThawException when there is none
   */
  public static Path in(String name, String value) {
    Path home = Path.of(value).toAbsolutePath();
    return List.of(home, home.resolve("bin/thaw"), home.resolve("thaw")).stream()
        .filter(ProgramFile::isProgram)
        .findFirst()
        .orElseThrow(() ->
            new ThawException(
                name + " names no Thaw: " + value,
                "set it to the folder that Thaw's zip was unpacked to, which has bin/thaw"));
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
