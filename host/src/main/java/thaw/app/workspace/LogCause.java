package thaw.app.workspace;

import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.app.shared.Progress;
import thaw.environment.ProxyStatus;
import thaw.environment.launch.EnvironmentSpec;
import thaw.presentation.text.Text;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.InvocationOutcome;

/**
 * What tells why a function answers with an error or fails: Thaw's own remark on what is missing
 * and the first error that the function has written, both of its log, and a variable that the
 * template misspells. Environments write their lines one at a time.
 */
public final class LogCause implements Consumer<String> {
  private static final String REMARK = "thaw: ";
  private static final String OF_LOG = "its log: ";
  private static final List<String> OWN =
      List.of(REMARK + "the function asked ", REMARK + "a library reaches ");

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

  private Heard heard = new Heard(true, "");

  /** What the last exception of the first chain of them says. */
  private static final class RootCause {
    private static final String CAUSED_BY = "Caused by: ";

    private Optional<String> text = Optional.empty();
    private boolean hasFrames;
    private boolean isOver;

    void add(LogLine line) {
      if (line.isFrame() && !isOver) {
        hasFrames = !line.text().startsWith(CAUSED_BY);
        if (!hasFrames) {
          text = Optional.of(line.text().substring(CAUSED_BY.length()));
        }
      } else if (hasFrames) {
        isOver = true; // a message has further lines before its frames, too
      }
    }

    Optional<String> text() {
      return text;
    }
  }

  /** Lines of one request. */
  private static final class Heard {
    final Set<String> remarks = new LinkedHashSet<>();

    /** By the exception's class. */
    final Map<String, String> heads = new LinkedHashMap<>();

    /** Whether lines of an init phase are among them, of which only errors count. */
    final boolean isWithInit;

    /** The exception that the function has logged in the init phase; may be empty. */
    final String ofInit;

    private final Map<LogLine.Kind, String> firsts = new EnumMap<>(LogLine.Kind.class);
    private final RootCause root = new RootCause();
    private String exception = "";
    private String first = "";

    Heard(boolean isWithInit, String ofInit) {
      this.isWithInit = isWithInit;
      this.ofInit = ofInit;
    }

    void add(String line) {
      if (OWN.stream().anyMatch(line::startsWith)) {
        remarks.add(line);
      }
      LogLine.of(line).ifPresent(this::add);
    }

    private void add(LogLine line) {
      root.add(line);
      if (heads.size() < MOST_HEADS) {
        line.exception().ifPresent(type -> heads.putIfAbsent(type, line.text()));
      }
      firsts.putIfAbsent(line.kind(), line.text());
      if (exception.isEmpty() && line.kind() == LogLine.Kind.ERROR && line.namesException()) {
        exception = line.text();
      }
      first = first.isEmpty() && line.kind() == LogLine.Kind.OTHER ? line.text() : first;
    }

    /** Returns what the first request's lines go to, once the init phase is over. */
    Heard afterInit() {
      Heard next = new Heard(false, exception);
      next.remarks.addAll(remarks);
      next.heads.putAll(heads);
      return next;
    }

    /**
     * Returns the first error, or what it was caused by where it does not say; empty where there is
     * none.
     */
    String error() {
      String error =
          firsts.getOrDefault(LogLine.Kind.ERROR, firsts.getOrDefault(LogLine.Kind.EXCEPTION, ""));
      return LogLine.namesException(error) ? error : root.text().orElse(error);
    }

    /** Returns the first warning, or the first line without a level; empty where there is none. */
    String other() {
      return isWithInit ? "" : firsts.getOrDefault(LogLine.Kind.WARNING, first);
    }

    /** Returns where the log has what the function failed with; else the first error in it. */
    String line(InvocationOutcome answer) {
      String error = error().isEmpty() ? ofInit : error();
      return answer instanceof InvocationOutcome.Failure failure
          ? heads.getOrDefault(failure.type(), error)
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

  /**
   * What follows is of the first request. An init phase that has not ended well is repeated in that
   * one.
   */
  public synchronized void initialised(InitOutcome outcome) {
    if (outcome instanceof InitOutcome.Ready) {
      heard = heard.afterInit();
    }
  }

  /** What was written until now is of this answer, what follows of the next. */
  public synchronized void ended(InvocationOutcome answer) {
    answered.put(answer, heard);
    heard = new Heard(false, "");
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
          OF_LOG + (line.length() > LONGEST ? line.substring(0, LONGEST) + " ..." : line));
    }
  }

  /**
   * Returns why the function answers an error, in its own words and in one line: the first error or
   * exception that it has logged in the request, else its response's body, else an exception that
   * it has logged in its init phase, else the request's first warning, else the request's first
   * line; and what Thaw remarks on it. Lines of the platform and of the JVM are no reasons.
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
    String body = ProxyStatus.body(answer.payload()).orElse("").strip();
    String said = body.startsWith("<") ? "" : body;
    return Stream.of(
            Map.entry(OF_LOG, log.error()),
            Map.entry("its body: ", said),
            Map.entry(OF_LOG, log.ofInit),
            Map.entry(OF_LOG, log.other()))
        .filter(each -> !each.getValue().isEmpty())
        .findFirst()
        .map(each -> each.getKey() + shortened(each.getValue()));
  }

  /** Returns what the log tells of a failure that the failure does not say itself. */
  public synchronized Optional<String> logged(InvocationOutcome.Failure failure) {
    Heard log = of(failure);
    String line = log.root.text().orElse(log.error().isEmpty() ? log.ofInit : log.error());
    return line.isEmpty() || line.contains(failure.message()) || failure.message().contains(line)
        ? Optional.empty()
        : Optional.of(OF_LOG + shortened(line));
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
