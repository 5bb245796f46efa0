package thaw.attribution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import thaw.recording.ClassLoad;
import thaw.recording.StartLoads;

/**
 * The share of the classes of first requests that an archive has. What a start needs is counted in
 * one without the archive: with it, a JVM loads all that the archive has, needed or not. What is
 * missing is counted in one with it: the classes that come from elsewhere.
 *
 * @param requests those of the training first
 * @param trained events that have trained the archive; where they are more than those that were
 *     started, an event that is left out may miss less than {@link Request#leftOut} says, as it is
 *     not known what the rest loads
 */
public record TrainingCoverage(List<Request> requests, int trained) {
  private static final String GENERATED = "made at run time";

  public TrainingCoverage {
    requests = List.copyOf(requests);
  }

  /**
   * Two cold starts that served the same event first.
   *
   * @param event its name, for people
   * @param plain without the archive
   * @param archived with it
   */
  public record Start(String event, StartLoads plain, StartLoads archived) {}

  /**
   * A first request.
   *
   * @param unseen whether its event has trained nothing
   * @param classes that it needs, with all that is loaded before it
   * @param missing those of them that the archive has not
   * @param leftOut those that it would not have, had the other events that were started trained it
   *     alone; absent for an unseen event, and where there is no other one
   * @param origins where the missing ones come from, the most first
   */
  public record Request(
      String event,
      boolean unseen,
      int classes,
      int missing,
      OptionalInt leftOut,
      List<Origin> origins) {
    public Request {
      origins = List.copyOf(origins);
    }

    /** Returns the share of the classes that the archive has, from 0 to 1. */
    public double share() {
      return share(missing);
    }

    /** The same, had the other events trained the archive alone. */
    public Optional<Double> leftOutShare() {
      return leftOut.isPresent() ? Optional.of(share(leftOut.getAsInt())) : Optional.empty();
    }

    private double share(int without) {
      return classes == 0 ? 1 : Math.max(0, 1 - (double) without / classes);
    }
  }

  /**
   * @param name a jar's or a module's
   */
  public record Origin(String name, int classes) {}

  /**
   * @param training of events that have trained the archive
   * @param trained how many of those there are, started or not
   * @param unseen of others
   */
  public static TrainingCoverage of(List<Start> training, int trained, List<Start> unseen) {
    List<Set<String>> names =
        training.stream()
            .map(start -> start.plain().all().map(ClassLoad::className).collect(Collectors.toSet()))
            .toList();
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < training.size(); i++) {
      requests.add(
          request(
              training.get(i),
              false,
              training.size() > 1 ? Optional.of(onlyIn(i, names)) : Optional.empty()));
    }
    unseen.forEach(start -> requests.add(request(start, true, Optional.empty())));
    return new TrainingCoverage(requests, trained);
  }

  /** Those that no other event loads. */
  private static Set<String> onlyIn(int number, List<Set<String>> names) {
    Set<String> only = new HashSet<>(names.get(number));
    for (int i = 0; i < names.size(); i++) {
      if (i != number) {
        only.removeAll(names.get(i));
      }
    }
    return only;
  }

  private static Request request(Start start, boolean unseen, Optional<Set<String>> only) {
    List<ClassLoad> missing = start.archived().all().filter(load -> !load.isArchived()).toList();
    Map<String, Integer> origins = new HashMap<>();
    missing.forEach(load -> origins.merge(origin(load.source()), 1, Integer::sum));
    return new Request(
        start.event(),
        unseen,
        (int) start.plain().all().count(),
        missing.size(),
        only.isPresent()
            ? OptionalInt.of(missing.size() + further(only.get(), missing))
            : OptionalInt.empty(),
        origins.entrySet().stream()
            .map(each -> new Origin(each.getKey(), each.getValue()))
            .sorted(Comparator.comparingInt(Origin::classes).reversed().thenComparing(Origin::name))
            .toList());
  }

  private static int further(Set<String> only, List<ClassLoad> missing) {
    Set<String> rest = new HashSet<>(only);
    missing.forEach(load -> rest.remove(load.className()));
    return rest.size();
  }

  /** {@code file:/var/task/lib/a.jar} and {@code jrt:/java.base} by what comes last. */
  private static String origin(String source) {
    if (!source.startsWith("file:") && !source.startsWith("jrt:")) {
      return GENERATED;
    }
    String path = source.endsWith("/") ? source.substring(0, source.length() - 1) : source;
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The one with the least share of training events. */
  public Optional<Request> least() {
    return least(Request::share);
  }

  /** The same, each left out of the training in turn; absent with a single event. */
  public Optional<Request> leastLeftOut() {
    return least(request -> request.leftOutShare().orElse(1.0))
        .filter(request -> request.leftOut().isPresent());
  }

  private Optional<Request> least(ToDoubleFunction<Request> share) {
    return requests.stream()
        .filter(request -> !request.unseen())
        .min(Comparator.comparingDouble(share));
  }

  /** Events that have trained the archive and were not started. */
  public int notStarted() {
    return trained - (int) requests.stream().filter(request -> !request.unseen()).count();
  }

  /** Those whose events have trained nothing. */
  public List<Request> unseen() {
    return requests.stream().filter(Request::unseen).toList();
  }
}
