package thaw.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Stands for {@code thaw load} where its jars are not on the class path. */
@Command(name = SeparateCommand.LOAD, description = SeparateCommand.LOAD_DESCRIPTION)
final class NoLoad implements Runnable {
  /** Whatever it is: the command would know it. */
  @SuppressWarnings("UnusedVariable") // picocli fills it
  @Unmatched
  private List<String> arguments = new ArrayList<>();

  @Override
  public void run() {
    throw MissingJars.of(SeparateCommand.LOAD, "load");
  }
}
