package thaw.app.fix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.app.choice.EventChoice;
import thaw.app.choice.ImpliedEvent;
import thaw.app.shared.Progress;
import thaw.app.training.TrainingChoice;
import thaw.app.training.TrainingFolder;
import thaw.files.WholeFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;

/**
 * The events that train and check a function; the first one is measured.
 *
 * @param texts JSON
 * @param names of each, for people
 * @param generated whether nobody has written them for this: one that the function cannot serve is
 *     left out
 */
public record FixEvents(List<byte[]> texts, List<String> names, boolean generated) {
  /** The most events of a function that is behind very many routes. */
  private static final int MOST = 8;

  public FixEvents {
    texts = List.copyOf(texts);
    names = List.copyOf(names);
  }

  static FixEvents given(List<byte[]> texts) {
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
   * @throws thaw.problem.UserMistake when nothing was recorded of the function
   */
  public static FixEvents of(
      Application application,
      FunctionDefinition function,
      List<String> given,
      Optional<TrainingChoice> training,
      Progress progress) {
    if (training.isPresent()) {
      return recorded(given, training.get().recorded(), function);
    }
    return given.isEmpty()
        ? usual(application, function, progress)
        : given(given.stream().map(each -> EventChoice.read(each, "--event")).toList());
  }

  private static FixEvents recorded(
      List<String> given, TrainingFolder training, FunctionDefinition function) {
    List<byte[]> texts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (String each : given) {
      texts.add(EventChoice.read(each, "--event"));
      names.add("event " + texts.size());
    }
    for (Path file : training.events(function.logicalId())) {
      texts.add(WholeFile.bytes(file));
      names.add("the recorded event " + file.getFileName());
    }
    return new FixEvents(texts, names, true);
  }

  static FixEvents usual(Application application, FunctionDefinition function, Progress progress) {
    EventChoice option = EventChoice.usual();
    Optional<byte[]> own = option.own(application, function);
    List<ImpliedEvent> implied = ImpliedEvent.all(application, function).limit(MOST).toList();
    if (own.isPresent() || implied.isEmpty()) {
      return given(List.of(option.of(application, function, progress::line)));
    }
    List<byte[]> texts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (ImpliedEvent each : implied) {
      texts.add(EventChoice.utf8(each.text()));
      names.add("the event as " + each.source() + " would send it");
    }
    progress.line(
        function.logicalId()
            + " gets "
            + String.join(", ", names)
            + "; give your own with --event, or in "
            + EventChoice.file(application, function));
    return new FixEvents(texts, names, true);
  }

  /** Each by its name, in their order. */
  public Map<String, byte[]> byName() {
    Map<String, byte[]> named = new LinkedHashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      named.put(names.get(i), texts.get(i));
    }
    return named;
  }

  /** Returns only the events with these numbers, counted from 0. */
  FixEvents only(List<Integer> numbers) {
    return new FixEvents(
        numbers.stream().map(texts::get).toList(),
        numbers.stream().map(names::get).toList(),
        generated);
  }
}
