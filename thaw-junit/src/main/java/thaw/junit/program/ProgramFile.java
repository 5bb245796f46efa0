package thaw.junit.program;

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

  private ProgramFile() {}

  /**
   * Looks where the property says, else where the variable says, else on the path.
   *
   * @param property the folder of a distribution or a clone, or the program's file
   * @param variable the same
   * @param path folders in which programs are, as in the variable PATH; null for none
   * @throws ThawException when it is nowhere
   */
  public static Path find(
      Optional<String> property, @Nullable String variable, @Nullable String path) {
    if (property.isPresent()) {
      return in(PROPERTY, property.get());
    }
    if (variable != null && !variable.isBlank()) {
      return in(VARIABLE, variable);
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
        "unpack the zip of Thaw and set "
            + VARIABLE
            + " to its folder, or put its bin on the PATH");
  }

  private static Path in(String name, String value) {
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
