package thaw.cli;

import thaw.problem.UserMistake;

/** What all commands say that stand for a {@link SeparateCommand} without its jars. */
final class MissingJars {
  private MissingJars() {}

  /**
   * @param folder of the program, which has the jars
   */
  static UserMistake of(String name, String folder) {
    return new UserMistake(
        "the jars of thaw " + name + ", in the folder " + folder + ", are not on the class path",
        "start it with the launcher: thaw " + name);
  }
}
