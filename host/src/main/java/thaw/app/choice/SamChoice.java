package thaw.app.choice;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import thaw.function.Application;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;

/**
 * Chooses what users of SAM CLI have: which environment of which {@code samconfig} counts, and the
 * file with variables of {@code sam local}. What is typed comes before what such a file says.
 *
 * @param environment of the file; absent for {@code default}
 * @param file absent for that of the folder
 * @param variables a file with variables that was typed
 */
public record SamChoice(
    Optional<String> environment, Optional<Path> file, Optional<Path> variables) {
  public static final SamChoice NONE =
      new SamChoice(Optional.empty(), Optional.empty(), Optional.empty());

  /** Reads the values of {@code --parameter-overrides}: texts, or {@code file://} before a file. */
  public static Map<String, String> overrides(List<String> texts) {
    return SamConfig.overrides(texts, Path.of(""), "--parameter-overrides", new ArrayList<>());
  }

  /**
   * Returns what is configured for a folder or template, which is read for that once.
   *
   * @param named what the user named, in which the file is
   */
  SamProject project(Path named) {
    Path folder = Files.isDirectory(named) ? named : named.resolveSibling("");
    Optional<Path> found = file.or(() -> SamConfig.in(folder));
    if (found.isEmpty() && environment.isPresent()) {
      throw new UserMistake(
          "--config-env names an environment of samconfig.toml, and there is none in "
              + (folder.toString().isEmpty() ? "." : folder),
          "leave it out, or name the file: --config-file FILE");
    }
    return SamProject.of(this, named, found.map(each -> SamConfig.read(each, environment)));
  }

  /** The application with the variables that were typed. */
  Application typedOver(Application application) {
    return variables.map(each -> SamVariables.read(each).over(application)).orElse(application);
  }

  /** Returns the choice as it is written in a command. */
  String named() {
    return named(Path::toString);
  }

  /** Returns the same for a command that is given in another folder. */
  String namedIn(Path folder) {
    return named(each -> PathFrom.folder(folder, each));
  }

  private String named(Function<Path, String> path) {
    return environment.map(each -> " --config-env " + Text.quoted(each)).orElse("")
        + file.map(path).map(each -> " --config-file " + Text.quoted(each)).orElse("")
        + variables.map(path).map(each -> " --env-vars " + Text.quoted(each)).orElse("");
  }
}
