package thaw.app.workspace;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
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

  /** The first line of an exception as JVMs and the runtime client write it; no log's line. */
  private static final Pattern HEAD =
      Pattern.compile(
          "^\\s*(?:Exception in thread \"[^\"]*\" )?((?:\\w+\\.)+[\\w$]*(?:Exception|Error)\\b)(?:: .*)?");

  /** The lines below it, and what a message has in its further lines. */
  private static final Pattern FRAME = Pattern.compile("^\\s+(?:at |\\.\\.\\. )|^\\s*Caused by: ");

  private static final int MOST_HEADS = 20;
  private static final int LONGEST = 300;

  private final Supplier<List<String>> hints;
  private final Set<String> remarks = new LinkedHashSet<>();

  /** By the exception's class. */
  private final Map<String, String> heads = new LinkedHashMap<>();

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
        continue;
      }
      Matcher head = HEAD.matcher(line);
      if (head.matches() && heads.size() < MOST_HEADS) {
        heads.putIfAbsent(head.group(1), line.strip());
      }
      if (error.isEmpty() && ERROR.matcher(line).find() && !FRAME.matcher(line).find()) {
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
    heads.clear();
    error = "";
  }

  /** Tells them if one of the answers is an error. */
  public void tell(List<InvocationOutcome> answers, Progress progress) {
    answers.stream().filter(LogCause::isError).findFirst().ifPresent(each -> tell(each, progress));
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
  synchronized void tell(InvocationOutcome answer, Progress progress) {
    hints.get().forEach(progress::line);
    remarks.forEach(progress::line);
    String line = line(answer);
    if (!line.isEmpty()) {
      progress.line(
          "its log: " + (line.length() > LONGEST ? line.substring(0, LONGEST) + " ..." : line));
    }
  }

  /** Returns where the log has what the function failed with; else the first error in it. */
  private String line(InvocationOutcome answer) {
    return answer instanceof InvocationOutcome.Failure failure && heads.containsKey(failure.type())
        ? heads.get(failure.type())
        : error;
  }
}
