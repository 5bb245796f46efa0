package thaw.app.fix;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.app.choice.DataChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.training.TrainingChoice;
import thaw.problem.UserMistake;
import thaw.remedy.Family;
import thaw.remedy.RemedyKind;

/**
 * A function whose cold start is to be made shorter.
 *
 * @param events to train and check with, files or JSON, the first one is measured; empty for the
 *     usual ones
 * @param data that are there before each search and each confirming run
 * @param training its events come after those that are named, and functions reach local services
 *     only
 * @param kinds of remedies that are tried
 * @param only ids of the remedies that are tried; none for all of these kinds
 * @param skipsTests whether the project's tests are left out of its builds
 * @param limit of the search
 * @param applies whether the result is applied to the work tree; without one in the folder it is
 *     made first
 * @param out folder of the result
 */
@RecordBuilder
public record FixRequest(
    SourceChoice source,
    FunctionChoice function,
    List<String> events,
    DataChoice data,
    Optional<TrainingChoice> training,
    Set<RemedyKind> kinds,
    Set<String> only,
    boolean skipsTests,
    Duration limit,
    boolean applies,
    Path out)
    implements FixRequestBuilder.With {
  public static final Duration DEFAULT_LIMIT = Duration.ofMinutes(10);

  public FixRequest {
    source = function.meantIn(source);
    events = List.copyOf(events);
    only = Set.copyOf(only);
    kinds = only.isEmpty() ? EnumSet.copyOf(kinds) : kinds(only);
    kinds = Collections.unmodifiableSet(kinds);
  }

  /**
   * Returns a request for a search by all remedies that do not change what the function does;
   * nothing is applied.
   */
  public static FixRequest of(SourceChoice source, FunctionChoice function, Path out) {
    return new FixRequest(
        source,
        function,
        List.of(),
        DataChoice.NONE,
        Optional.empty(),
        EnumSet.of(RemedyKind.SAFE, RemedyKind.REVIEWED),
        Set.of(),
        false,
        DEFAULT_LIMIT,
        false,
        out);
  }

  /** Returns the data that were named, else those of the training. */
  DataChoice allData() {
    return data.or(training.map(each -> each.recorded().data()).orElse(DataChoice.NONE));
  }

  private static Set<RemedyKind> kinds(Set<String> only) {
    Set<RemedyKind> kinds = EnumSet.noneOf(RemedyKind.class);
    for (String id : only) {
      kinds.add(
          Family.of(id)
              .map(Family::kind)
              .orElseThrow(() ->
                  new UserMistake(
                      "there is no remedy " + id,
                      "name one of: "
                          + Stream.of(Family.values())
                              .map(Family::id)
                              .collect(Collectors.joining(", ")))));
    }
    only.stream()
        .filter(id -> Family.of(id).filter(Family::needsArchive).isPresent())
        .filter(_ -> !Family.CLASS_ARCHIVE.isNamed(only))
        .findFirst()
        .ifPresent(id -> {
          throw new UserMistake(
              id + " is for starts from a class archive, which --only leaves out",
              "name both: --only " + Family.CLASS_ARCHIVE.id() + "," + id);
        });
    return kinds;
  }

  /** Returns whether sources stay as they are, and nothing else asks for a build of their own. */
  boolean keepsSources() {
    return !kinds.contains(RemedyKind.REVIEWED)
        && (only.isEmpty() || !Family.RUNTIME.isNamed(only));
  }
}
