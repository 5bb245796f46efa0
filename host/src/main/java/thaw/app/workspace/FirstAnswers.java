package thaw.app.workspace;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.apigateway.SentAnswer;
import thaw.app.choice.EventChoice;
import thaw.app.shared.Progress;
import thaw.environment.Environment;
import thaw.environment.ErrorAnswer;
import thaw.environment.ProxyStatus;
import thaw.environment.launch.EnvironmentSpec;
import thaw.experiment.ErrorReason;
import thaw.experiment.Warning;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/**
 * What functions answer to their events before anything is measured: a quick 404 is no figure of
 * their work, so it is told first. Of events that Thaw has made it takes one that is answered.
 */
public final class FirstAnswers implements Variants.Events {
  /** Further events are tried for so long. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Workspace workspace;
  private final Application application;
  private final EventChoice choice;
  private final Optional<List<Integer>> meant;
  private final Progress progress;
  private final Map<String, Answered> known = new HashMap<>();
  private final Map<String, ErrorReason> reasons = new HashMap<>();

  /**
   * An event.
   *
   * @param refusal what is told of an answer that no function should be measured with
   */
  public record Answered(byte[] event, Optional<Warning> refusal) {}

  /**
   * @param meant statuses that are expected, none for those below 400; absent where the command has
   *     no option for them
   */
  public FirstAnswers(
      Workspace workspace,
      Application application,
      EventChoice choice,
      Optional<List<Integer>> meant,
      Progress progress) {
    this.workspace = workspace;
    this.application = application;
    this.choice = choice;
    this.meant = meant;
    this.progress = progress;
  }

  @Override
  public byte[] of(EnvironmentSpec plain) throws InterruptedException {
    return asked(plain).event();
  }

  /**
   * Has a function answer in one plain start, unless it has done so before, and tells what it
   * answers where that is an error.
   */
  public Answered asked(EnvironmentSpec plain) throws InterruptedException {
    return asked(plain, choice, true);
  }

  /** The same with the event that a result has kept. */
  public Answered asked(EnvironmentSpec plain, byte[] kept) throws InterruptedException {
    String text = new String(kept, StandardCharsets.UTF_8);
    return asked(plain, EventChoice.of(Optional.of(text)), true);
  }

  /** The same for a caller who tells the first answer: a single event is not tried. */
  public byte[] among(EnvironmentSpec plain) throws InterruptedException {
    return asked(plain, choice, false).event();
  }

  /** Returns why functions have answered errors with a status, by logical id. */
  public Map<String, ErrorReason> reasons() {
    return Map.copyOf(reasons);
  }

  private Answered asked(EnvironmentSpec plain, EventChoice choice, boolean always)
      throws InterruptedException {
    FunctionDefinition function = plain.function();
    Answered before = known.get(function.logicalId());
    if (before != null) {
      return before;
    }
    List<EventChoice.Candidate> candidates =
        choice.candidates(application, function, new CodeSource.Folder(plain.code().root()));
    boolean tries = always ? !choice.isAsked() : candidates.size() > 1;
    Answered answered =
        tries && function.managed().isEmpty()
            ? tried(plain, candidates)
            : taken(candidates.getFirst(), Optional.empty());
    known.put(function.logicalId(), answered);
    return answered;
  }

  private Answered taken(EventChoice.Candidate candidate, Optional<Warning> refusal) {
    candidate.remark().ifPresent(progress::line);
    refusal.ifPresent(each -> tell(each, progress));
    return new Answered(candidate.event(), refusal);
  }

  private Answered tried(EnvironmentSpec plain, List<EventChoice.Candidate> candidates)
      throws InterruptedException {
    String function = plain.function().shown();
    List<String> refused = new ArrayList<>();
    Optional<Warning> first = Optional.empty();
    Optional<InvocationOutcome> answer = Optional.empty();
    long deadlineNanos = 0;
    LogCause cause = new LogCause(plain);
    try (Environment environment = Environment.prepareWithLog(workspace.instance(), plain, cause);
        Progress.Work _ = progress.begin("asking " + function + " once")) {
      cause.initialised(environment.initialise());
      for (EventChoice.Candidate each : candidates) {
        InvocationOutcome outcome = environment.invoke(Invocation.of(each.event())).outcome();
        cause.ended(outcome);
        Optional<Warning> refusal =
            refused(
                plain.function(), each.name(), each.event(), outcome, meant, cause.reason(outcome));
        if (refusal.isEmpty() && outcome instanceof InvocationOutcome.Success) {
          if (!refused.isEmpty()) {
            progress.line(function + " does not serve " + listed(refused));
          }
          return taken(each, Optional.empty());
        }
        refused.add(each.name() + " (" + shown(each.event(), outcome) + ")");
        if (refused.size() == 1) {
          first = refusal;
          answer = Optional.of(outcome);
          deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        }
        if (System.nanoTime() > deadlineNanos) {
          break;
        }
      }
    }
    if (refused.size() > 1) {
      progress.line(function + " does not serve " + listed(refused));
    }
    answer.ifPresent(each -> cause.tell(each, progress));
    answer.ifPresent(each -> remember(plain.function(), each, cause));
    EventChoice.Candidate likeliest = candidates.getFirst();
    return taken(
        answer.filter(EventChoice::isOfEvent).isPresent() ? likeliest.failing() : likeliest, first);
  }

  private void remember(FunctionDefinition function, InvocationOutcome answer, LogCause cause) {
    Optional<String> reason = cause.reason(answer);
    OptionalInt status = ProxyStatus.of(answer.payload());
    if (reason.isPresent() && status.isPresent()) {
      reasons.put(function.logicalId(), new ErrorReason(status.getAsInt(), reason.get()));
    }
  }

  /** What all have in common is said once. */
  static String listed(List<String> refused) {
    return Stream.concat(
            Stream.of(refused.getFirst()),
            refused.stream()
                .skip(1)
                .map(each -> each.replaceFirst("^the event (as .*?) would send it", "$1")))
        .collect(Collectors.joining(", nor "));
  }

  private static String shown(byte[] event, InvocationOutcome outcome) {
    if (outcome instanceof InvocationOutcome.Failure failure) {
      return failure.type();
    }
    OptionalInt status = ProxyStatus.of(outcome.payload());
    return status.isPresent()
        ? "" + status.getAsInt()
        : error(event, outcome.payload()).map(ErrorAnswer::words).orElse("no status");
  }

  /**
   * Returns the answers to some events, in this order, in one plain start.
   *
   * @param cause hears what the function writes
   */
  public static List<InvocationOutcome> to(
      List<byte[]> events,
      EnvironmentSpec plain,
      Workspace workspace,
      LogCause cause,
      Progress progress)
      throws InterruptedException {
    List<InvocationOutcome> answers = new ArrayList<>();
    try (Environment environment = Environment.prepareWithLog(workspace.instance(), plain, cause);
        Progress.Work _ = progress.begin("asking " + plain.function().shown() + " once")) {
      cause.initialised(environment.initialise());
      for (byte[] event : events) {
        answers.add(environment.invoke(Invocation.of(event)).outcome());
        cause.ended(answers.getLast());
      }
    }
    return answers;
  }

  /** Tells an answer that nobody should measure, in the words of all commands. */
  public static void tell(Warning refusal, Progress progress) {
    progress.line(
        "warning: %s: %s. Remedy: %s"
            .formatted(refusal.message(), refusal.evidence(), refusal.remedy()));
  }

  /**
   * Returns what is to be told of an answer; empty for one that counts, and for a failure, which
   * everybody tells in his own way.
   *
   * @param name of the event, for people
   * @param meant as a command has it
   * @param reason in the function's own words; empty for a reader who has its log
   */
  public static Optional<Warning> refused(
      FunctionDefinition function,
      String name,
      byte[] event,
      InvocationOutcome outcome,
      Optional<List<Integer>> meant,
      Optional<String> reason) {
    List<Integer> expected = meant.orElse(List.of());
    if (!(outcome instanceof InvocationOutcome.Success(byte[] payload))) {
      return Optional.empty();
    }
    OptionalInt status = ProxyStatus.of(payload);
    if (status.isPresent() && !expected.isEmpty()) {
      return expected.contains(status.getAsInt())
          ? Optional.empty()
          : Optional.of(
              refusal(function, name, new ErrorAnswer.Status(status.getAsInt()), meant, reason));
    }
    return error(event, payload).map(error -> refusal(function, name, error, meant, reason));
  }

  /**
   * Returns what is wrong with an answer: it says so itself, or the API that has sent the event
   * makes an error of it.
   */
  public static Optional<ErrorAnswer> error(byte[] event, byte[] payload) {
    return ErrorAnswer.of(payload)
        .or(() ->
            SentAnswer.fault(event, payload)
                .map(fault -> new ErrorAnswer.NoResponse(fault.status(), fault.why())));
  }

  private static Warning refusal(
      FunctionDefinition function,
      String event,
      ErrorAnswer error,
      Optional<List<Integer>> meant,
      Optional<String> reason) {
    String own = "give an event that it can serve with --event";
    return new Warning(
        "%s %s to %s%s"
            .formatted(
                function.shown(), error.words(), event, reason.map(LogCause::behind).orElse("")),
        error instanceof ErrorAnswer.NoResponse(int _, String why)
            ? why
            : "what follows is of this answer, and not of its work",
        switch (error) {
          case ErrorAnswer.Status(int status) ->
              own
                  + ", and data for it with --seed or --before"
                  + (meant.isPresent() ? "; if it is meant: --expect-status " + status : "");
          case ErrorAnswer.NoResponse _ -> own + ", or mend what it answers";
          case ErrorAnswer.FailedRecords _ ->
              "%s or in %s, whose records have bodies as their sender writes them"
                  .formatted(own, EventChoice.file(function));
        });
  }
}
