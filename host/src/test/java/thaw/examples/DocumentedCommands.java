package thaw.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import thaw.cli.Transcript;

/**
 * Commands that pages show, parsed by the commands that are on the class path.
 *
 * @param refused page, command and what is wrong with it
 */
public record DocumentedCommands(int understood, List<String> refused) {
  /** Those that are chosen, but for forms of a command: these are not to be typed so. */
  public static DocumentedCommands that(Predicate<String> isChosen) throws IOException {
    List<String> refused = new ArrayList<>();
    int understood = 0;
    for (String page : pages()) {
      for (String command : Examples.of(page).commands()) {
        if (isForm(command) || !isChosen.test(command)) {
          continue;
        }
        List<String> words = new ArrayList<>(Examples.words(command));
        words.removeFirst();
        String fault = Transcript.misunderstood(words.toArray(String[]::new));
        if (fault.isEmpty()) {
          understood++;
        } else {
          refused.add(page + ": " + command + ": " + fault);
        }
      }
    }
    return new DocumentedCommands(understood, refused);
  }

  private static List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>(List.of("README.md", "functions/README.md"));
    try (Stream<Path> files = Files.walk(Examples.ROOT.resolve("docs"))) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .map(file -> Examples.ROOT.relativize(file).toString())
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  private static boolean isForm(String command) {
    return Stream.of("[", "|", "...").anyMatch(command::contains) || command.endsWith("\\");
  }

  /** Returns whether it is that command, such as {@code lab}. */
  public static boolean isOf(String name, String command) {
    return command.matches("thaw " + name + "\\b.*");
  }

  /** Returns whether the program for clusters has the command. */
  public static boolean isOfCluster(String command) {
    return command.startsWith("thaw deploy")
        || command.startsWith("thaw delete")
        || command.contains(" --on kubernetes");
  }
}
