package thaw.app.workspace;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.app.shared.Progress;
import thaw.environment.ProxyStatus;
import thaw.environment.launch.EnvironmentSpec;
import thaw.presentation.text.Text;
import thaw.runtimeapi.InvocationOutcome;

/**
 * What tells why a function answers with an error or fails: Thaw's own remark on what is missing
 * and the first error that the function has written, both of its log, and a variable that the
 * template misspells. Environments write their lines one at a time.
 */
public final class LogCause implements Consumer<String> {
  private static final String REMARK = "thaw: ";
  private static final String OWN = REMARK + "the function asked ";
  private static final Pattern ERROR = Pattern.compile("\\b[A-Z]\\w*(Exception|Error)\\b");

  /** The first line of an exception as JVMs and the runtime client write it; no log's line. */
  private static final Pattern HEAD =
      Pattern.compile(
          "^\\s*(?:Exception in thread \"[^\"]*\" )?((?:\\w+\\.)+[\\w$]*(?:Exception|Error)\\b)(?:: .*)?");

  /** The lines below it, and what a message has in its further lines. */
  private static final Pattern FRAME = Pattern.compile("^\\s+(?:at |\\.\\.\\. )|^\\s*Caused by: ");

  /** A line that says of itself that something went wrong, as loggers write it. */
  private static final Pattern LEVEL = Pattern.compile("\\b(?:ERROR|FATAL|SEVERE|WARN(?:ING)?)\\b");

  /** The platform's own lines, and Thaw's. */
  private static final Pattern OF_PLATFORM =
      Pattern.compile(
          "^(?:(?:START|END|REPORT) RequestId: |INIT_START |INIT_REPORT |RESTORE_|thaw: |EXTENSION\\t|XRAY ).*");

  /** What clients of AWS put behind a service's own words: it differs from call to call. */
  private static final Pattern OF_CALL =
      Pattern.compile(" ?\\((?:Service: |SDK Attempt Count: )[^()]*\\)");

  private static final int MOST_HEADS = 20;
  private static final int LONGEST = 300;

  /** A reason is a part of a sentence. */
  private static final int LONGEST_REASON = 160;

  private final Supplier<List<String>> hints;

  /** What was written until each answer. */
  private final Map<InvocationOutcome, Heard> answered = new IdentityHashMap<>();

  private Heard heard = new Heard();

  /** Lines of one request. */
  private static final class Heard {
    final Set<String> remarks = new LinkedHashSet<>();

    /** By the exception's class. */
    final Map<String, String> heads = new LinkedHashMap<>();

    String error = "";
    String warning = "";
    String first = "";

    void add(String line) {
      if (line.startsWith(OWN)) {
        remarks.add(line);
      }
      if (line.isBlank() || OF_PLATFORM.matcher(line).matches()) {
        return;
      }
      Matcher head = HEAD.matcher(line);
      if (head.matches() && heads.size() < MOST_HEADS) {
        heads.putIfAbsent(head.group(1), line.strip());
      }
      if (error.isEmpty() && ERROR.matcher(line).find() && !FRAME.matcher(line).find()) {
        error = line.strip();
      }
      if (warning.isEmpty() && LEVEL.matcher(line).find()) {
        warning = line.strip();
      }
      first = first.isEmpty() ? line.strip() : first;
    }

    /** Returns where the log has what the function failed with; else the first error in it. */
    String line(InvocationOutcome answer) {
      return answer instanceof InvocationOutcome.Failure failure
              && heads.containsKey(failure.type())
          ? heads.get(failure.type())
          : error;
    }
  }

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
    lines.lines().forEach(heard::add);
  }

  /** What was written until now is of this answer, what follows of the next. */
  public synchronized void ended(InvocationOutcome answer) {
    answered.put(answer, heard);
    heard = new Heard();
  }

  private Heard of(InvocationOutcome answer) {
    return answered.getOrDefault(answer, heard);
  }

  /** Tells variables that the template misspells. */
  public static void tellVariables(EnvironmentSpec spec, Progress progress) {
    MisspeltVariable.hints(spec).forEach(progress::line);
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

  /**
   * Tells them, the remarks first, before the answer that they explain is told. What an answer says
   * of itself is not told twice: {@link #reason}.
   */
  synchronized void tell(InvocationOutcome answer, Progress progress) {
    hints.get().forEach(progress::line);
    if (!(answer instanceof InvocationOutcome.Failure)) {
      return;
    }
    of(answer).remarks.forEach(progress::line);
    String line = of(answer).line(answer);
    if (!line.isEmpty()) {
      progress.line(
          "its log: " + (line.length() > LONGEST ? line.substring(0, LONGEST) + " ..." : line));
    }
  }

  /**
   * Returns why the function answers an error, in its own words and in one line: the first error
   * that it has logged, else the first warning, else its response's body, else the first line; and
   * what Thaw remarks on it.
   */
  public synchronized Optional<String> reason(InvocationOutcome answer) {
    if (answer instanceof InvocationOutcome.Failure failure) {
      return Optional.of(shortened(failure.type() + ": " + failure.message()));
    }
    Heard log = of(answer);
    Stream<String> missing =
        log.remarks.stream().limit(1).map(remark -> remark.substring(REMARK.length()));
    return Stream.concat(said(log, answer).stream(), missing)
        .reduce((said, remark) -> said + "; " + remark);
  }

  private static Optional<String> said(Heard log, InvocationOutcome answer) {
    String line = log.error.isEmpty() ? log.warning : log.error;
    String body = ProxyStatus.body(answer.payload()).orElse("").strip();
    if (line.isEmpty() && !body.isEmpty() && !body.startsWith("<")) {
      return Optional.of("its body: " + shortened(body));
    }
    String said = line.isEmpty() ? log.first : line;
    return said.isEmpty() ? Optional.empty() : Optional.of("its log: " + shortened(said));
  }

  /** Returns a reason as a sentence goes on with it. */
  public static String behind(String reason) {
    return " (" + reason + ")";
  }

  private static String shortened(String text) {
    String line = OF_CALL.matcher(Text.clean(text)).replaceAll("").strip();
    return Text.cut(line.replaceAll("\\s+", " "), LONGEST_REASON);
  }
}
