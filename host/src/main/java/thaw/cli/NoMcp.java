package thaw.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;
import thaw.problem.UserMistake;

/** The command {@code thaw mcp} where the {@link McpProgram} is not on the class path. */
@Command(name = McpProgram.NAME, description = McpProgram.DESCRIPTION)
final class NoMcp implements Runnable {
  /** Whatever it is: the program would know it. */
  @SuppressWarnings("UnusedVariable") // picocli fills it
  @Unmatched
  private List<String> arguments = new ArrayList<>();

  @Override
  public void run() {
    throw new UserMistake(
        "the jars of thaw mcp, in the folder mcp, are not on the class path",
        "start it with the launcher: thaw mcp");
  }
}
