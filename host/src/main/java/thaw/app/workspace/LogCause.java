package thaw.app.workspace;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import thaw.app.shared.Progress;
import thaw.environment.ProxyStatus;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.InvocationOutcome;

/**
 * What tells why a function answers with an error or fails: Thaw's own remark on what is missing
 * and the first error that the function has written, both of its log, and a variable that the
 * template misspells. Environments write their lines one at a time.
 */
public final class LogCause implements Consumer<String> {
  private static final String OWN = "thaw: the function asked ";
  private static final Pattern ERROR = Pattern.compile("\\b[A-Z]\\w*(Exception|Error)\\b");
  private static final int LONGEST = 300;

  private final Supplier<List<String>> hints;
  private final Set<String> remarks = new LinkedHashSet<>();
  private String error = "";

  /**
   * @param spec of the function's environments
   */
  public LogCause(EnvironmentSpec spec) {
    this(() -> MisspeltVariable.hints(spec));
  }

  LogCause(Supplier<List<String>> hints) {
    this.hints = hints;
  }

  @Override
  public synchronized void accept(String lines) {
    for (String line : lines.split("\\R")) {
      if (line.startsWith(OWN)) {
        remarks.add(line);
      } else if (error.isEmpty() && ERROR.matcher(line).find()) {
        error = line.strip();
      }
    }
  }

  /** Tells variables that the template misspells. */
  public static void tellVariables(EnvironmentSpec spec, Progress progress) {
    MisspeltVariable.hints(spec).forEach(progress::line);
  }

  /** What came before is of another request. */
  public synchronized void clear() {
    remarks.clear();
    error = "";
  }

  /** Tells them if one of the answers is an error. */
  public void tell(List<InvocationOutcome> answers, Progress progress) {
    if (answers.stream().anyMatch(LogCause::isError)) {
      tell(progress);
    }
  }

  /** Returns whether somebody wants to know why the function answers this. */
  public static boolean isError(InvocationOutcome answer) {
    return isError(!(answer instanceof InvocationOutcome.Success), answer.payload());
  }

  /** The same of an answer that came another way. */
  public static boolean isError(boolean failed, byte[] payload) {
    return failed || ProxyStatus.of(payload).orElse(0) >= ProxyStatus.FIRST_ERROR;
  }

  /** Tells them, the remarks first, before the answer that they explain is told. */
  synchronized void tell(Progress progress) {
    hints.get().forEach(progress::line);
    remarks.forEach(progress::line);
    if (!error.isEmpty()) {
      progress.line(
          "its log: " + (error.length() > LONGEST ? error.substring(0, LONGEST) + " ..." : error));
    }
  }
}
