package thaw.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A command of the program, as it is to be started.
 *
 * @param program the program's file
 * @param arguments the name of the command, and what comes after it
 * @param folder in which it runs; empty for this JVM's
 * @param environment variables beside those of this JVM
 */
public record ProgramCommand(
    Path program, List<String> arguments, Optional<Path> folder, Map<String, String> environment) {
  /** These end with their standard input, when they are told to. */
  private static final Set<String> ENDING = Set.of("run", "bench", "why", "fix", "load", "package");

  private static final String UNTIL_STDIN_CLOSES = "--until-stdin-closes";

  public ProgramCommand {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  public static ProgramCommand of(Path program, List<String> arguments) {
    return new ProgramCommand(program, arguments, Optional.empty(), Map.of());
  }

  public ProgramCommand in(Path other) {
    return new ProgramCommand(program, arguments, Optional.of(other), environment);
  }

  public ProgramCommand with(Map<String, String> others) {
    return new ProgramCommand(program, arguments, folder, others);
  }

  /** The command as a user may write it. */
  public String shown() {
    return "thaw " + String.join(" ", arguments);
  }

  /**
   * Returns whether it ends when its standard input does. That is a pipe from this JVM, so that it
   * survives none of its ends, SIGKILL included. All others have no input.
   */
  boolean endsWithInput() {
    return !arguments.isEmpty() && ENDING.contains(arguments.get(0));
  }

  ProcessBuilder builder() {
    List<String> words = new ArrayList<>(arguments);
    if (endsWithInput() && !words.contains(UNTIL_STDIN_CLOSES)) {
      words.add(1, UNTIL_STDIN_CLOSES);
    }
    words.add(0, program.toString());
    ProcessBuilder builder = new ProcessBuilder(words);
    folder.map(Path::toFile).ifPresent(builder::directory);
    builder.environment().putAll(environment);
    return builder;
  }
}
