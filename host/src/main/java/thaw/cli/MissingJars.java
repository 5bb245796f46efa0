package thaw.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Unmatched;
import thaw.problem.UserMistake;

/** Stands for a command that has jars of its own, where they are not on the class path. */
abstract class MissingJars implements Runnable {
  /** The folder of all commands on a cluster. */
  static final String CLUSTER = "cluster";

  private final String name;
  private final String folder;

  /** Whatever it is: the command would know it. */
  @SuppressWarnings("UnusedVariable") // picocli fills it
  @Unmatched
  private List<String> arguments = new ArrayList<>();

  /**
   * @param folder of the program, which has the jars
   */
  MissingJars(String name, String folder) {
    this.name = name;
    this.folder = folder;
  }

  @Override
  public final void run() {
    throw of("thaw " + name, folder);
  }

  /**
   * Returns the mistake to tell.
   *
   * @param command such as {@code thaw ps --on kubernetes}
   */
  static UserMistake of(String command, String folder) {
    return new UserMistake(
        "the jars of " + command + ", in the folder " + folder + ", are not on the class path",
        "start it with the launcher: " + command);
  }
}
