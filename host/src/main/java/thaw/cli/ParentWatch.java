package thaw.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import thaw.app.shared.Interruption;
import thaw.problem.UserMistake;

/**
 * Ends the program when its standard input ends: that of a program whose parent has gone, however
 * it went, has ended, when it was a pipe from it.
 */
final class ParentWatch {
  private final String command;
  private final Consumer<String> said;
  private final IntConsumer exit;
  private final boolean isJob;
  private volatile boolean serves;

  private ParentWatch(String command, Consumer<String> said, IntConsumer exit, boolean isJob) {
    this.command = command;
    this.said = said;
    this.exit = exit;
    this.isJob = isJob;
  }

  /**
   * Watches the parent of a program that serves until it is ended.
   *
   * @param said gets lines for people
   * @param exit ends the program with a code, once, in a thread of its own
   */
  ParentWatch(Consumer<String> said, IntConsumer exit) {
    this("run", said, exit, false);
  }

  /**
   * Watches the parent of a program that does one job, which is interrupted when the parent has
   * gone.
   */
  static ParentWatch ofJob(String command, Consumer<String> said, IntConsumer exit) {
    return new ParentWatch(command, said, exit, true);
  }

  /**
   * Begins.
   *
   * @param isTerminal which ends only when somebody says so, and stops a program in the background
   * @throws UserMistake when it is one
   */
  void follow(InputStream input, boolean isTerminal) {
    if (isTerminal) {
      throw new UserMistake(
          "--until-stdin-closes needs a pipe as standard input, and not a terminal",
          "leave out --until-stdin-closes, or let the program that starts Thaw give it a pipe");
    }
    Thread.ofPlatform()
        .daemon()
        .name("standard input")
        .start(() -> {
          await(input);
          end();
        });
  }

  /**
   * Notes that the program serves: from now on the end of standard input is what was waited for.
   */
  void serves() {
    serves = true;
  }

  private void end() {
    if (Interruption.hasBegun()) {
      return;
    }
    if (isJob || serves) {
      said.accept("thaw: standard input has ended, and so does thaw " + command);
      exit.accept(isJob ? ExitCode.INTERRUPTED : ExitCode.DONE);
    } else {
      said.accept("thaw: standard input has ended before thaw run takes requests");
      said.accept(
          "Remedy: keep a pipe to standard input open as long as Thaw is to run, or leave out"
              + " --until-stdin-closes");
      exit.accept(ExitCode.USER_MISTAKE);
    }
  }

  private static void await(InputStream input) {
    byte[] ignored = new byte[1024];
    try {
      while (input.read(ignored) >= 0) {
        continue;
      }
    } catch (IOException e) {
      // Nobody can say any more that it goes on.
    }
  }
}
