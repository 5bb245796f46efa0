package thaw.sandbox;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The program that a further process in a sandbox runs.
 *
 * @param environment exactly the variables of the process
 * @param command program and arguments, as paths in the sandbox
 * @param workingDirectory in the sandbox
 */
public record Program(
    Map<String, String> environment, List<String> command, Path workingDirectory) {
  public Program {
    environment = Map.copyOf(environment);
    command = List.copyOf(command);
  }
}
