package thaw.app.packaging;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.app.choice.DataChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.training.TrainingChoice;
import thaw.experiment.Plan;
import thaw.problem.UserMistake;

/**
 * A package to be made, or all of them to be compared.
 *
 * @param way to AWS; absent to compare all
 * @param runs cold starts of each that is compared
 * @param events that train the class archive: files or JSON; empty for the usual ones
 * @param data that are there before the training
 * @param training its events come after those that are named, and functions reach local services
 *     only
 * @param fixed a folder that {@code thaw fix} has written: what it has kept is packaged
 * @param results a folder whose newest result of {@code thaw fix} for the function is packaged,
 *     where {@code fixed} names none
 * @param out gets the package, or the report
 */
@RecordBuilder
public record PackageRequest(
    SourceChoice source,
    FunctionChoice function,
    Optional<PackageWay> way,
    int runs,
    List<String> events,
    DataChoice data,
    Optional<TrainingChoice> training,
    Optional<Path> fixed,
    Optional<Path> results,
    ImageChoice image,
    ArchitectureChoice architecture,
    Path out)
    implements PackageRequestBuilder.With {
  public PackageRequest {
    source = function.meantIn(source);
    events = List.copyOf(events);
    if (runs < 1) {
      throw new UserMistake("--runs must be at least 1: " + runs, "use for example --runs 10");
    }
  }

  /** Returns a request for this machine's architecture, with the usual events. */
  public static PackageRequest of(
      SourceChoice source, FunctionChoice function, Optional<PackageWay> way, Path out) {
    return new PackageRequest(
        source,
        function,
        way,
        Plan.DEFAULT_RUNS,
        List.of(),
        DataChoice.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ImageChoice.USUAL,
        ArchitectureChoice.OWN,
        out);
  }
}
