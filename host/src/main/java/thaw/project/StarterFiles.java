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
import thaw.problem.UserMistake;

/**
 * The files of a project's template: those that its {@code files.txt} names, each line a resource
 * and where it goes. In both, and in the file itself, placeholders such as {@code {{name}}} stand
 * for what the user chose.
 */
final class StarterFiles {
  private final String template;
  private final Map<String, String> values;

  /**
   * @param template folder of resources
   * @param values by the name of their placeholder
   */
  StarterFiles(String template, Map<String, String> values) {
    this.template = template;
    this.values = Map.copyOf(values);
  }

  /** Content by path. */
  Map<String, String> contents() {
    Map<String, String> files = new LinkedHashMap<>();
    for (String line : resource("files.txt").lines().toList()) {
      String[] fromTo = line.split(" ", 2);
      files.put(filled(fromTo[1]), filled(resource(fromTo[0])));
    }
    return files;
  }

  /**
   * Writes all files.
   *
   * @param folder absent or empty
   * @param command that names another folder, for the remedy
   * @return what was written, relative to the folder, in the template's order
   * @throws UserMistake when there is something already, or it cannot be written
   */
  List<Path> write(Path folder, String command) {
    requireEmpty(folder, "name a new folder: " + command + " FOLDER");
    List<Path> written = new ArrayList<>();
    try {
      for (Map.Entry<String, String> file : contents().entrySet()) {
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

  /** Refuses a folder with content, which would be overwritten or mixed up with another project. */
  private static void requireEmpty(Path folder, String remedy) {
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

  private String filled(String text) {
    String filled = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replace("{{" + value.getKey() + "}}", value.getValue());
    }
    if (filled.contains("{{")) {
      throw new IllegalStateException("a placeholder of the template is not known: " + filled);
    }
    return filled;
  }

  private String resource(String name) {
    String path = "/thaw/project/" + template + "/" + name;
    String file = Path.of(path).normalize().toString();
    try (InputStream in = StarterFiles.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the program has no resource " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("could not read the resource " + file, e);
    }
  }
}
