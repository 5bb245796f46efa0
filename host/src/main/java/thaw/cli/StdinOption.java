package thaw.cli;

import picocli.CommandLine.Option;
import thaw.presentation.text.Terminal;
import thaw.problem.UserMistake;

/** Whether a command ends with its standard input, for the programs that start Thaw. */
public final class StdinOption {
  private static final String NAME = "--until-stdin-closes";

  @Option(
      names = NAME,
      description =
          "Ends when standard input ends; it must not be a terminal. If a program starts Thaw with a"
              + " pipe there, nothing is left behind when that program ends, however it ends.")
  private boolean asked;

  /** Ends the program with its standard input, if that was asked for. */
  void follow(ParentWatch parent) {
    if (asked) {
      parent.follow(System.in, Terminal.isAt(0));
    }
  }

  /**
   * The same for a job, which is interrupted then.
   *
   * @param command as the user has called it
   * @param readsInput whether standard input is the event
   */
  public void follow(String command, boolean readsInput) {
    if (asked && readsInput) {
      throw new UserMistake(
          "standard input cannot both be the event and end the program",
          "give the event as a file, or leave out " + NAME);
    }
    follow(ParentWatch.ofJob(command, System.err::println, System::exit));
  }
}
