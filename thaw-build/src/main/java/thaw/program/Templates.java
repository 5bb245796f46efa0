package thaw.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Templates as builds see them: where one is, and whether it names files elsewhere. */
public final class Templates {
  private static final List<String> NAMES =
      List.of("template.yaml", "template.yml", "template.json");

  private Templates() {}

  /** The template of a folder. */
  public static Optional<Path> in(Path folder) {
    return NAMES.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst();
  }

  /**
   * Returns whether what is run may reach out of its folder: nobody knows what is there.
   *
   * @param source a folder with a template, a template, or anything else, which does not
   */
  public static boolean reachesOut(Path source) throws IOException {
    Optional<Path> template = Files.isDirectory(source) ? in(source) : Optional.of(source);
    return template.isPresent()
        && isTemplate(template.get())
        && Files.readString(template.get()).contains("../");
  }

  private static boolean isTemplate(Path file) {
    return Files.isRegularFile(file)
        && List.of(".yaml", ".yml", ".json").stream().anyMatch(file.toString()::endsWith);
  }
}
