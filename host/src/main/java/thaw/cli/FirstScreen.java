package thaw.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.handler.HandlerSearch;
import thaw.function.packaging.BuildFiles;
import thaw.function.packaging.CodeSource;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.function.template.resource.TemplatesBelow;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;

/**
 * Makes what {@code thaw} alone says: what it is for, and the commands to begin with, by what lies
 * in the folder that it was started in.
 */
final class FirstScreen {
  private static final int NAMED = 4;
  private static final int COLUMNS = 100;
  private static final List<String> OUTPUTS = List.of("", "target", "build/libs");

  private FirstScreen() {}

  static List<String> of(Path folder) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Thaw runs Java Lambda functions on this machine the way AWS runs them, and tells how"
            + " cold");
    lines.add("they start, why, and what fixes it.");
    lines.add("");
    lines.addAll(beginning(folder));
    lines.add("");
    lines.add(
        "thaw --help lists all commands, thaw COMMAND --help their options, and thaw doctor what"
            + " this");
    lines.add("machine permits.");
    return lines;
  }

  private static List<String> beginning(Path folder) {
    Optional<Path> template = ApplicationReader.template(folder);
    if (template.isPresent()) {
      return ofTemplate(folder, template.get());
    }
    Optional<FoundJar> jar = jar(folder);
    if (jar.isPresent()) {
      return ofJar(folder.relativize(jar.get().file()), jar.get().handlers());
    }
    List<Path> below = TemplatesBelow.of(folder);
    if (!below.isEmpty()) {
      return ofFolders(folder, below);
    }
    return BuildFiles.ofModule(folder).isPresent() ? ofProject() : ofNothing();
  }

  private static List<String> ofFolders(Path folder, List<Path> below) {
    List<String> names = below.stream().map(each -> folder.relativize(each).toString()).toList();
    String found =
        below.size() == 1
            ? "There is no template in this folder, and one below it: "
            : "There is no template in this folder, and %d folders below have one: "
                .formatted(below.size());
    String all = found + String.join(", ", names);
    String first = found + names.getFirst() + (names.size() > 1 ? ", ..." : "");
    return commands(
        all.length() <= COLUMNS ? all : first,
        "thaw why " + Text.quoted(names.getFirst()) + choice(below.getFirst()),
        "explain a cold start, to the millisecond",
        "thaw run " + Text.quoted(names.getFirst()),
        "serve all its functions",
        "thaw demo",
        "see one explained in some 15 seconds");
  }

  /**
   * Returns the option that chooses one of several functions; empty where none is needed, or where
   * the command itself reports the mistake.
   */
  private static String choice(Path folder) {
    try {
      List<FunctionDefinition> functions =
          ApplicationReader.read(folder, ReadOptions.defaults()).functions();
      return functions.size() == 1 ? "" : " --function " + functions.getFirst().logicalId();
    } catch (UserMistake mistake) {
      return "";
    }
  }

  private static List<String> ofTemplate(Path folder, Path template) {
    List<FunctionDefinition> functions;
    try {
      Application application = ApplicationReader.read(folder, ReadOptions.defaults());
      functions = application.functions();
    } catch (UserMistake mistake) {
      return List.of(
          "The template of this folder cannot be read:",
          mistake.getMessage(),
          "Remedy: " + mistake.remedy());
    }
    List<String> names =
        functions.stream().map(FunctionDefinition::logicalId).limit(NAMED).toList();
    String function = functions.size() == 1 ? "" : " --function " + names.getFirst();
    return commands(
        "%s has %s: %s%s"
            .formatted(
                template.getFileName(),
                functions.size() == 1 ? "one function" : functions.size() + " functions",
                String.join(", ", names),
                functions.size() > NAMED ? ", ..." : ""),
        "thaw why" + function,
        "explain a cold start, to the millisecond",
        "thaw fix" + function,
        "make it shorter, and prove the gain",
        "thaw run",
        "serve all functions, as Lambda and API Gateway do");
  }

  private static List<String> ofJar(Path jar, List<String> handlers) {
    boolean one = handlers.size() == 1;
    String typed = Text.quoted(jar.toString());
    String choice = one ? "" : " --handler " + Text.quoted(handlers.getFirst());
    return commands(
        one
            ? jar + " has a handler, and this folder has no template:"
            : "%s has %d classes that could be its handler, and this folder has no template:"
                .formatted(jar, handlers.size()),
        "thaw why " + typed + choice,
        "explain its cold start, to the millisecond",
        "thaw bench " + typed + choice + " --memory 512,1024",
        "measure cold starts at two memory sizes",
        "thaw invoke " + typed + choice + " --event '{}'",
        "call it once, with its log");
  }

  private static List<String> ofProject() {
    return commands(
        "This is a project without a template, and its build has made no jar with a handler:",
        "thaw why target/app.jar",
        "explain a cold start of the jar that it makes",
        "thaw why . --handler package.Class",
        "the same, and Thaw builds the project",
        "thaw init hello",
        "make a new project with a function, as an example");
  }

  private static List<String> ofNothing() {
    return commands(
        "There is no template, jar or project in this folder:",
        "thaw demo",
        "see a cold start explained, and a faster one beside it, in some 15 seconds",
        "thaw init hello",
        "make a new function that starts fast, with tests and events",
        "thaw run hello",
        "serve it, as Lambda and API Gateway do");
  }

  /**
   * @param pairs of a command and what it does
   */
  private static List<String> commands(String found, String... pairs) {
    int width = 0;
    int widest = 0;
    for (int i = 0; i < pairs.length; i += 2) {
      width = Math.max(width, pairs[i].length());
      widest = Math.max(widest, pairs[i + 1].length());
    }
    boolean beside = 2 + width + 3 + widest <= COLUMNS;
    List<String> lines = new ArrayList<>(List.of(found, ""));
    for (int i = 0; i < pairs.length; i += 2) {
      lines.add(
          "  "
              + pairs[i]
              + (beside ? " ".repeat(width - pairs[i].length() + 3) + pairs[i + 1] : ""));
      if (!beside) {
        lines.add("      " + pairs[i + 1]);
      }
    }
    return lines;
  }

  /**
   * @param handlers classes that could be its handler
   */
  private record FoundJar(Path file, List<String> handlers) {}

  /** The first jar with one handler, where builds put theirs; otherwise the first with several. */
  private static Optional<FoundJar> jar(Path folder) {
    for (String output : OUTPUTS) {
      Path place = folder.resolve(output);
      if (Files.isDirectory(place)) {
        try (Stream<Path> files = Files.list(place)) {
          Optional<FoundJar> found =
              files
                  .filter(file -> file.toString().endsWith(".jar"))
                  .sorted()
                  .map(file ->
                      new FoundJar(file, HandlerSearch.handlers(new CodeSource.Archive(file))))
                  .filter(each -> !each.handlers().isEmpty())
                  .min(Comparator.comparing(each -> each.handlers().size() > 1));
          if (found.isPresent()) {
            return found;
          }
        } catch (IOException e) {
          throw new UncheckedIOException("could not list " + place + ": " + e, e);
        }
      }
    }
    return Optional.empty();
  }
}
