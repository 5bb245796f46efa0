package thaw.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import thaw.app.shared.Interruption;
import thaw.cli.ExitCode;
import thaw.cli.TerminalProgress;
import thaw.escape.TracingFlags;
import thaw.problem.UserMistake;

/** A command of the user's, whose JVMs write what they compile. */
final class EscapeProcess {
  private static final String OPTIONS = "JAVA_TOOL_OPTIONS";
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final String UNCOUNTED = "a JVM without Flight Recorder needs --no-count";

  private final List<String> command;
  private final boolean counts;
  private final boolean aside;

  /**
   * @param counts whether what is really allocated is counted
   * @param aside whether its standard output goes to Thaw's standard error, where Thaw's own output
   *     is for another program
   */
  EscapeProcess(List<String> command, boolean counts, boolean aside) {
    this.command = List.copyOf(command);
    this.counts = counts;
    this.aside = aside;
  }

  int run(EscapeResult result, List<Path> own) throws InterruptedException {
    Path folder = result.folder();
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    if (aside) {
      builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
    }
    String given = builder.environment().getOrDefault(OPTIONS, "");
    builder.environment().put(OPTIONS, (given + " " + flags(folder)).strip());
    int exit = exit(builder);
    String remedy = "let the command start a HotSpot JVM: JAVA_TOOL_OPTIONS must reach it";
    if (exit != 0) {
      TerminalProgress.standard()
          .line(
              "the command ended with exit code " + exit + (counts ? " (" + UNCOUNTED + ")" : ""));
      remedy = counts ? "correct the command; " + UNCOUNTED : "correct the command";
    }
    int scanned = result.ofFolder(folder, own, List.of(), remedy);
    return exit == 0 ? scanned : ExitCode.ANSWER_IS_NO;
  }

  /** The JVM splits the variable at spaces that are not in quotes. */
  private String flags(Path folder) {
    return TracingFlags.to(folder, counts).stream()
        .map(flag -> flag.contains(" ") ? "\"" + flag + "\"" : flag)
        .collect(Collectors.joining(" "));
  }

  private int exit(ProcessBuilder builder) throws InterruptedException {
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UserMistake(
          "could not start " + command.getFirst() + ": " + e.getMessage(), "correct the command");
    }
    Runnable hook =
        Interruption.onInterrupt(() -> {
          process.descendants().forEach(ProcessHandle::destroy);
          process.destroy();
        });
    Thread passing = Thread.ofVirtual().start(() -> passOn(process));
    try {
      int exit = process.waitFor();
      passing.join(PATIENCE); // a process that stays behind may keep the pipe open
      return exit;
    } finally {
      Interruption.forget(hook);
    }
  }

  private void passOn(Process process) {
    try {
      process.getInputStream().transferTo(System.err); // empty where the output is inherited
    } catch (IOException e) {
      TerminalProgress.standard().line("the command's output is lost: " + e.getMessage());
    }
  }
}
