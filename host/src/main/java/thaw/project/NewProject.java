package thaw.project;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.lang.model.SourceVersion;
import thaw.problem.UserMistake;

/**
 * A project that is about to be made. Its template's placeholders are {@code {{name}}}, {@code
 * {{package}}}, {@code {{folder}}} (the package as folders), {@code {{runtime}}} ({@code java25})
 * and {@code {{release}}} ({@code 25}).
 *
 * @param name Maven's artifact id
 * @param packageName of the handler
 * @param runtime as a template of SAM names it
 */
public record NewProject(
    ProjectTemplate template, String name, String packageName, String runtime) {
  /** The managed runtimes that the templates' dependencies run on; JUnit needs 17. */
  public static final List<String> RUNTIMES = List.of("java17", "java21", "java25");

  public NewProject {
    if (!name.matches("[a-z][a-z0-9]*([-._][a-z0-9]+)*") || name.length() > 64) {
      throw new UserMistake(
          "a project's name is of small letters, digits and single hyphens, and begins with a"
              + " letter: "
              + name,
          "give one with --name, for example --name my-function");
    }
    if (!SourceVersion.isName(packageName)) {
      throw new UserMistake(
          packageName + " is not the name of a Java package",
          "give one with --package, for example --package com.example");
    }
    if (packageName.startsWith("java.")) {
      throw new UserMistake(
          "packages that begin with java. are the JDK's: " + packageName,
          "give another one with --package, for example --package com.example");
    }
    if (!RUNTIMES.contains(runtime)) {
      throw new UserMistake(
          "unknown runtime: " + runtime, "use one of " + String.join(", ", RUNTIMES));
    }
  }

  /**
   * Writes all files.
   *
   * @param folder absent or empty
   * @return what was written, relative to the folder, in the template's order
   * @throws UserMistake when there is something already, or it cannot be written
   */
  public List<Path> create(Path folder) {
    return files().write(folder, "thaw init");
  }

  StarterFiles files() {
    return new StarterFiles(
        template.id(),
        Map.of(
            "name", name,
            "package", packageName,
            "folder", packageName.replace('.', '/'),
            "runtime", runtime,
            "release", runtime.substring("java".length())));
  }
}
