package thaw.app.fix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.apigateway.SentAnswer;
import thaw.app.choice.EventChoice;
import thaw.app.choice.ImpliedEvent;
import thaw.app.shared.Progress;
import thaw.app.training.TrainingChoice;
import thaw.app.training.TrainingFolder;
import thaw.app.workspace.FirstAnswers;
import thaw.app.workspace.LogCause;
import thaw.environment.ErrorAnswer;
import thaw.experiment.Warning;
import thaw.explanation.FixSubject;
import thaw.files.WholeFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.presentation.text.Shortened;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InvocationOutcome;

/**
 * The events that train and check a function; the first one is measured.
 *
 * @param texts JSON
 * @param names of each, for people
 * @param generated whether nobody has written them for this: one that the function cannot serve is
 *     left out
 * @param remark where they come from, when nobody has written them
 * @param recorded names of those which somebody has kept as files all the same
 * @param unused names of others that the function has, each with the reason where there is one
 */
public record FixEvents(
    List<byte[]> texts,
    List<String> names,
    boolean generated,
    Optional<String> remark,
    Set<String> recorded,
    List<String> unused) {
  /** The most events of a function that is behind very many routes. */
  private static final int MOST = 8;

  /** Of a name in a line of 80 columns. */
  private static final int LONGEST_NAME = 72;

  public FixEvents {
    texts = List.copyOf(texts);
    names = List.copyOf(names);
    recorded = Set.copyOf(recorded);
    unused = List.copyOf(unused);
  }

  FixEvents(List<byte[]> texts, List<String> names, boolean generated) {
    this(texts, names, generated, Optional.empty(), Set.of(), List.of());
  }

  public static FixEvents given(List<byte[]> texts) {
    return new FixEvents(
        texts,
        Stream.iterate(1, number -> number + 1)
            .limit(texts.size())
            .map(number -> "event " + number)
            .toList(),
        false);
  }

  /**
   * The function's own one, or else one of each source that the template has feed it.
   *
   * @param given as the option {@code --event} has them; none: the usual ones
   * @param training has recorded ones, which follow
   * @param code of the function, as it is built
   * @throws UserMistake when nothing was recorded of the function
   */
  public static FixEvents of(
      Application application,
      FunctionDefinition function,
      List<String> given,
      Optional<TrainingChoice> training,
      CodeSource code) {
    if (training.isPresent()) {
      return recorded(given, training.get().recorded(), function);
    }
    return given.isEmpty() ? usual(application, function, code) : named(given);
  }

  private static FixEvents named(List<String> given) {
    List<byte[]> texts = given.stream().map(each -> EventChoice.read(each, "--event")).toList();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      String name = EventChoice.nameOf(texts.get(i), given.get(i));
      names.add(names.contains(name) ? name + ", number " + (i + 1) : name);
    }
    return new FixEvents(texts, names, false);
  }

  private static FixEvents recorded(
      List<String> given, TrainingFolder training, FunctionDefinition function) {
    List<byte[]> texts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (String each : given) {
      texts.add(EventChoice.read(each, "--event"));
      names.add(EventChoice.nameOf(texts.getLast(), each));
    }
    for (Path file : training.events(function.logicalId())) {
      texts.add(WholeFile.bytes(file));
      names.add("the recorded event " + file.getFileName());
    }
    return new FixEvents(texts, names, true);
  }

  static FixEvents usual(Application application, FunctionDefinition function, CodeSource code) {
    EventChoice option = EventChoice.usual();
    Optional<EventChoice.Candidate> own = option.written(application, function);
    List<ImpliedEvent> all = ImpliedEvent.all(application, function, code).toList();
    List<ImpliedEvent> implied = all.stream().limit(MOST).toList();
    if (own.isPresent() || implied.isEmpty()) {
      EventChoice.Candidate only =
          own.orElseGet(() -> option.candidates(application, function, code).getFirst());
      return new FixEvents(
          List.of(only.event()),
          List.of(only.name()),
          false,
          only.remark(),
          Set.of(),
          option.besides(application, function, code));
    }
    List<EventChoice.Candidate> kept = EventChoice.kept(application, function, all).toList();
    if (!kept.isEmpty()) {
      return kept(application, function, kept, EventChoice.unlike(kept, all));
    }
    List<byte[]> texts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (ImpliedEvent each : implied) {
      texts.add(EventChoice.utf8(each.text()));
      names.add(each.name());
    }
    return new FixEvents(
        texts,
        names,
        true,
        Optional.of(
            function.shown()
                + " gets "
                + ImpliedEvent.names(implied)
                + "; give your own with --event, or in "
                + EventChoice.file(application, function)),
        implied.stream()
            .filter(ImpliedEvent::isRecorded)
            .map(ImpliedEvent::name)
            .collect(Collectors.toSet()),
        all.stream().skip(MOST).map(ImpliedEvent::name).toList());
  }

  /** Files of the project, and one event for each source that no file is like. */
  private static FixEvents kept(
      Application application,
      FunctionDefinition function,
      List<EventChoice.Candidate> files,
      List<ImpliedEvent> others) {
    int ofFiles = Math.min(files.size(), Math.max(1, MOST - others.size()));
    List<EventChoice.Candidate> kept = files.subList(0, ofFiles);
    List<ImpliedEvent> implied = others.stream().limit(MOST - ofFiles).toList();
    List<String> names =
        Stream.concat(
                kept.stream().map(EventChoice.Candidate::name),
                implied.stream().map(ImpliedEvent::name))
            .toList();
    return new FixEvents(
        Stream.concat(
                kept.stream().map(EventChoice.Candidate::event),
                implied.stream().map(each -> EventChoice.utf8(each.text())))
            .toList(),
        names,
        true,
        Optional.of(
            "%s gets %s; give your own with --event, or in %s"
                .formatted(
                    function.shown(),
                    String.join(", ", names),
                    EventChoice.file(application, function))),
        Stream.concat(
                kept.stream().map(EventChoice.Candidate::name),
                implied.stream().filter(ImpliedEvent::isRecorded).map(ImpliedEvent::name))
            .collect(Collectors.toUnmodifiableSet()),
        Stream.concat(
                files.stream().skip(ofFiles).map(EventChoice.Candidate::name),
                others.stream().skip(implied.size()).map(ImpliedEvent::name))
            .toList());
  }

  /**
   * Returns the name of an event for a line that tells how work goes on: one that is too long for a
   * line is shortened, unless another event were called the same.
   */
  String shortName(int number) {
    String shown = shortened(names.get(number));
    return names.stream().map(FixEvents::shortened).filter(shown::equals).count() == 1
        ? shown
        : names.get(number);
  }

  private static String shortened(String name) {
    if (Text.width(name) <= LONGEST_NAME) {
      return name;
    }
    return Shortened.line(
        name.replaceFirst("^the event as (.*) would send it$", "the event of $1"), LONGEST_NAME);
  }

  /** Each by its name, in their order. */
  public Map<String, byte[]> byName() {
    Map<String, byte[]> named = new LinkedHashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      named.put(names.get(i), texts.get(i));
    }
    return named;
  }

  /**
   * Returns the events that the function serves: of those that nobody has written for it the others
   * are left out, which is told, unless it serves none.
   *
   * @param answers to each
   * @param reasons of answers that are errors, in the function's own words
   * @throws UserMistake when it fails at all of them
   */
  public FixEvents served(
      List<InvocationOutcome> answers,
      Function<InvocationOutcome, Optional<String>> reasons,
      Progress progress) {
    if (!generated) {
      return this;
    }
    List<Integer> answered = new ArrayList<>();
    List<Integer> good = new ArrayList<>();
    Map<Integer, String> refusals = new LinkedHashMap<>();
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof InvocationOutcome.Failure failure) {
        refusals.put(
            i,
            "the function fails at %s: %s: %s"
                .formatted(names.get(i), failure.type(), failure.message()));
        continue;
      }
      answered.add(i);
      Optional<ErrorAnswer> error = FirstAnswers.error(texts.get(i), answers.get(i).payload());
      if (error.isEmpty()) {
        good.add(i);
      } else {
        refusals.put(
            i,
            "the function %s to %s%s"
                .formatted(
                    error.get().words(),
                    shortName(i),
                    reasons.apply(answers.get(i)).map(LogCause::behind).orElse("")));
      }
    }
    if (answered.isEmpty()) {
      throw new UserMistake(refusals.values().iterator().next(), EventChoice.SERVABLE);
    }
    List<Integer> kept = good.isEmpty() ? answered : good;
    refusals.forEach((number, refusal) -> {
      if (!kept.contains(number)) {
        progress.line("left out: " + refusal);
      }
    });
    List<String> left = new ArrayList<>(unused);
    for (int i = 0; i < names.size(); i++) {
      if (!kept.contains(i)) {
        left.add(names.get(i) + " (" + why(texts.get(i), answers.get(i)) + ")");
      }
    }
    return only(kept).leaving(left);
  }

  private static String why(byte[] event, InvocationOutcome answer) {
    return answer instanceof InvocationOutcome.Failure failure
        ? "fails: "
            + failure.type()
            + failure.message().lines().findFirst().map(": "::concat).orElse("")
        : FirstAnswers.error(event, answer.payload()).map(ErrorAnswer::words).orElse("");
  }

  private FixEvents leaving(List<String> others) {
    return new FixEvents(texts, names, generated, remark, recorded, others);
  }

  /**
   * Returns the events as a result names them.
   *
   * @param first the answer to the measured one
   */
  FixSubject.Events toldOf(InvocationOutcome first) {
    Optional<String> refusal = ErrorAnswer.of(first.payload()).map(ErrorAnswer::words);
    boolean isError = first instanceof InvocationOutcome.Failure;
    return new FixSubject.Events(
        names.getFirst(),
        remark.isPresent() && !recorded.contains(names.getFirst()),
        isError
            ? Optional.empty()
            : refusal.or(() -> Optional.of(SentAnswer.words(texts.getFirst(), first.payload()))),
        names.subList(1, names.size()),
        unused);
  }

  /**
   * Returns what is to be told of the answer to the measured event.
   *
   * @param reason of it, in the function's own words
   */
  public Optional<Warning> refusal(
      FunctionDefinition function, InvocationOutcome first, Optional<String> reason) {
    return FirstAnswers.refused(
        function.shown(), names.getFirst(), texts.getFirst(), first, Optional.empty(), reason);
  }

  /** Returns only the events with these numbers, counted from 0. */
  FixEvents only(List<Integer> numbers) {
    return new FixEvents(
        numbers.stream().map(texts::get).toList(),
        numbers.stream().map(names::get).toList(),
        generated,
        remark,
        recorded,
        unused);
  }
}
