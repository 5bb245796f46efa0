package thaw.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;
import thaw.problem.UserMistake;

/** The command {@code thaw lab} where the {@link Laboratory} is not on the class path. */
@Command(name = Laboratory.NAME, description = Laboratory.DESCRIPTION)
final class NoLaboratory implements Runnable {
  /** Whatever it is: the laboratory would know it. */
  @SuppressWarnings("UnusedVariable") // picocli fills it
  @Unmatched
  private List<String> arguments = new ArrayList<>();

  @Override
  public void run() {
    throw new UserMistake(
        "the jars of thaw lab, in the folder laboratory, are not on the class path",
        "start it with the launcher: thaw lab");
  }
}
