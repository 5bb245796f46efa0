package thaw.project;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import thaw.problem.UserMistake;

/**
 * A project that is about to be made.
 *
 * <p>The files of a template are those that its {@code files.txt} names, each line a resource and
 * where it goes. In both, and in the file itself, {@code {{name}}}, {@code {{package}}}, {@code
 * {{folder}}} (the package as folders), {@code {{runtime}}} ({@code java25}) and {@code
 * {{release}}} ({@code 25}) stand for what the user chose.
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
          "not the name of a Java package: " + packageName,
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
    requireEmpty(folder);
    List<Path> written = new ArrayList<>();
    try {
      for (Map.Entry<String, String> file : files().entrySet()) {
        Path target = folder.resolve(file.getKey());
        Files.createDirectories(target.resolveSibling(""));
        Files.writeString(target, file.getValue(), StandardOpenOption.CREATE_NEW);
        written.add(folder.relativize(target));
      }
    } catch (IOException e) {
      throw new UserMistake(
          "cannot write the project to " + folder + ": " + reason(e),
          "name a folder that can be written");
    }
    return written;
  }

  private static String reason(IOException problem) {
    return problem instanceof FileAlreadyExistsException
        ? "there is a file of that name"
        : problem.getClass().getSimpleName().replace("Exception", "");
  }

  /** What would be overwritten or mixed up with another project is somebody's. */
  private static void requireEmpty(Path folder) {
    String remedy = "name a new folder: thaw init FOLDER";
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new UserMistake("there is a file of that name: " + folder, remedy);
    }
    if (Files.isDirectory(folder)) {
      try (Stream<Path> children = Files.list(folder)) {
        if (children.findAny().isPresent()) {
          throw new UserMistake("the folder is not empty: " + folder, remedy);
        }
      } catch (IOException e) {
        throw new UserMistake("the folder cannot be read: " + folder, remedy);
      }
    }
  }

  /** Content by path. */
  Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    for (String line : resource("files.txt").lines().toList()) {
      String[] fromTo = line.split(" ", 2);
      files.put(filled(fromTo[1]), filled(resource(fromTo[0])));
    }
    return files;
  }

  private String filled(String text) {
    String filled =
        text.replace("{{name}}", name)
            .replace("{{package}}", packageName)
            .replace("{{folder}}", packageName.replace('.', '/'))
            .replace("{{runtime}}", runtime)
            .replace("{{release}}", runtime.substring("java".length()));
    if (filled.contains("{{")) {
      throw new IllegalStateException("a placeholder of the template is not known: " + filled);
    }
    return filled;
  }

  private String resource(String name) {
    String path = "/thaw/project/" + template.id() + "/" + name;
    String file = Path.of(path).normalize().toString();
    try (InputStream in = NewProject.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the program has no resource " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("could not read the resource " + file, e);
    }
  }
}
