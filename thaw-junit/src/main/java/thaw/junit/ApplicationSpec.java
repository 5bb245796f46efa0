package thaw.junit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Describes what one program runs. Tests with equal descriptions share the program.
 *
 * @param program what is started
 * @param options of {@code thaw run} that say how, without those that only tests need
 * @param source what is run
 */
record ApplicationSpec(
    Path program, Path source, List<String> options, StartMode start, int startTimeoutSeconds) {
  /** All of the command that starts it. */
  List<String> command() {
    List<String> command = new ArrayList<>(List.of(program.toString(), "run", source.toString()));
    command.addAll(
        List.of("--port=0", "--api-port=0", "--json", "--until-stdin-closes", "--no-reload"));
    if (start == StartMode.FASTEST) {
      command.add("--snap-start");
    }
    command.addAll(options);
    return command;
  }
}
