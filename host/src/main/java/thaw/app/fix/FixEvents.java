package thaw.app.fix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** The columns of a line that names an event. */
  private static final int LINE = 80;

  /** So much of a name is shown, however long the line is. */
  private static final int LEAST_NAME = 20;

  private static final Pattern OF_ROUTE =
      Pattern.compile("the event as the route (\\S+ \\S+)( of \\S+(?: \\((.*)\\))?) would send it");

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
    if (own.isPresent() || all.isEmpty()) {
      EventChoice.Candidate only =
          own.orElseGet(() -> option.candidates(application, function, code).getFirst());
      return new FixEvents(
          List.of(only.event()),
          List.of(only.name()),
          false,
          only.remark(),
          only.isOfFile() ? Set.of(only.name()) : Set.of(),
          option.besides(application, function, code));
    }
    List<EventChoice.Candidate> kept = EventChoice.kept(application, function, all).toList();
    return generated(application, function, kept, EventChoice.unlike(kept, all));
  }

  /** Files of the project, and one event for each source that no file is like. */
  private static FixEvents generated(
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
                    kept.isEmpty() ? ImpliedEvent.names(implied) : String.join(", ", names),
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
   * Returns a line that names an event, in 80 columns: a name that is too long is shortened, unless
   * another event were called the same.
   *
   * @param words with {@code %s} for the name
   */
  String line(String words, int number) {
    int room = Math.max(LEAST_NAME, LINE - Text.width(words.formatted("")));
    List<UnaryOperator<String>> ways =
        List.of(
            name -> name,
            FixEvents::withoutSender,
            FixEvents::request,
            name -> Shortened.line(request(name), room));
    String name = names.get(number);
    return words.formatted(
        ways.stream()
            .filter(way -> Text.width(way.apply(name)) <= room)
            .filter(way -> names.stream().map(way).filter(way.apply(name)::equals).count() == 1)
            .findFirst()
            .map(way -> way.apply(name))
            .orElse(name));
  }

  /** Returns the route alone of one that sends the event. */
  private static String withoutSender(String name) {
    Matcher route = OF_ROUTE.matcher(name);
    return route.matches()
        ? route.group(1) + route.group(2)
        : name.replaceFirst("^the event as (.*) would send it$", "the event of $1");
  }

  /** Returns the method and the path alone of a route. */
  private static String request(String name) {
    Matcher route = OF_ROUTE.matcher(name);
    return route.matches()
        ? Optional.ofNullable(route.group(3)).orElse(route.group(1))
        : withoutSender(name);
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
   * are left out, which is told, unless it serves none. Of those that were given all stay; an error
   * that answers one is told, but for the first, of which {@link #refusal} tells.
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
      for (int i = 1; i < answers.size(); i++) {
        error("warning: ", i, answers.get(i), reasons).ifPresent(progress::line);
      }
      return this;
    }
    List<Integer> answered = new ArrayList<>();
    List<Integer> good = new ArrayList<>();
    Map<Integer, String> refusals = new LinkedHashMap<>();
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof InvocationOutcome.Failure failure) {
        refusals.put(i, line("left out: the function fails at %s", i) + ": " + words(failure));
        continue;
      }
      answered.add(i);
      Optional<String> error = error("left out: ", i, answers.get(i), reasons);
      if (error.isEmpty()) {
        good.add(i);
      } else {
        refusals.put(i, error.get());
      }
    }
    if (answered.isEmpty() && answers.getFirst() instanceof InvocationOutcome.Failure failure) {
      throw new UserMistake(failing(0, failure), EventChoice.SERVABLE);
    }
    List<Integer> kept = good.isEmpty() ? answered : good;
    refusals.forEach((number, refusal) -> {
      if (!kept.contains(number)) {
        progress.line(refusal);
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

  /** Returns a line about an answer that is an error. */
  private Optional<String> error(
      String first,
      int number,
      InvocationOutcome answer,
      Function<InvocationOutcome, Optional<String>> reasons) {
    return answer instanceof InvocationOutcome.Failure
        ? Optional.empty()
        : FirstAnswers.error(texts.get(number), answer.payload())
            .map(error ->
                line(first + "the function " + error.words() + " to %s", number)
                    + reasons.apply(answer).map(LogCause::behind).orElse(""));
  }

  /** Says that the function fails at an event. */
  String failing(int number, InvocationOutcome.Failure failure) {
    return "the function fails at %s: %s".formatted(names.get(number), words(failure));
  }

  private static String words(InvocationOutcome.Failure failure) {
    return failure.type() + ": " + failure.message();
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
        function, names.getFirst(), texts.getFirst(), first, Optional.empty(), reason);
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
