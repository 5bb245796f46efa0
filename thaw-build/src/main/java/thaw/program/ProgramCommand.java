package thaw.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command of the program, as it is to be started.
 *
 * @param words the program's file and its arguments
 * @param folder in which it runs; empty for this JVM's
 * @param environment variables beside those of this JVM
 * @param serves whether it runs until its standard input ends, as {@code thaw run
 *     --until-stdin-closes} does; all others get none
 */
public record ProgramCommand(
    List<String> words, Optional<Path> folder, Map<String, String> environment, boolean serves) {
  public ProgramCommand {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  public static ProgramCommand of(List<String> words) {
    return new ProgramCommand(words, Optional.empty(), Map.of(), false);
  }

  public static ProgramCommand of(Path program, List<String> arguments) {
    List<String> words = new ArrayList<>(List.of(program.toString()));
    words.addAll(arguments);
    return of(words);
  }

  public ProgramCommand in(Path other) {
    return new ProgramCommand(words, Optional.of(other), environment, serves);
  }

  public ProgramCommand with(Map<String, String> others) {
    return new ProgramCommand(words, folder, others, serves);
  }

  public ProgramCommand serving() {
    return new ProgramCommand(words, folder, environment, true);
  }

  ProcessBuilder builder() {
    ProcessBuilder builder = new ProcessBuilder(words);
    folder.map(Path::toFile).ifPresent(builder::directory);
    builder.environment().putAll(environment);
    return builder;
  }
}
