package thaw.remedy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.recording.PrimingList;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.ListedClasses;
import thaw.remedy.edit.PrimedHandler;
import thaw.remedy.edit.TextEdit;

/**
 * A restored function's handler loads, before the snapshot is taken, the classes that first
 * requests were seen to load after init.
 */
public final class ClassPriming {
  /**
   * Verifying and linking are part of it, running initialisers and the archive's misses are not.
   */
  private static final double LEAST_OF_LOADING = 0.5;

  private ClassPriming() {}

  /**
   * The list and where it stands.
   *
   * @param function by its logical id
   * @param resources the module's folder of resources, relative to the project
   */
  public record Listed(PrimingList classes, String function, Path resources) {
    private Path file() {
      return resources.resolve(name());
    }

    private String name() {
      return "priming-" + function + ".txt";
    }

    private String text() {
      return classes.text(
          List.of(
              "Classes that requests of " + function + " load after init, made by thaw fix.",
              "Its handler loads them before a snapshot. You may add and remove lines."));
    }
  }

  /** Returns whether a draft loads a list already. */
  public static boolean isIn(Draft draft) {
    return draft.remedies().stream().anyMatch(each -> each.id().equals(Family.LISTED_CLASSES.id()));
  }

  /**
   * @param explanation of a start from a snapshot
   * @param sources of the handler's module, as the draft has them
   * @param handler its class, by binary name
   */
  public static Optional<Remedy> of(
      Explanation explanation, Listed listed, JavaSources sources, String handler) {
    if (listed.classes().isEmpty() || sources.hasFile(listed.file())) {
      return Optional.empty();
    }
    return PrimedHandler.of(sources, handler, new ListedClasses("/" + listed.name()))
        .map(proposal -> remedy(explanation, listed, proposal));
  }

  private static Remedy remedy(
      Explanation explanation, Listed listed, PrimedHandler.Proposal proposal) {
    List<TextEdit> edits = new ArrayList<>(proposal.edits());
    edits.add(TextEdit.created(listed.file(), listed.text()));
    double loading = loadingMillis(explanation);
    return Family.LISTED_CLASSES.remedy(
        Optional.empty(),
        "the handler loads %d classes before the snapshot, which requests need: %s:%d"
            .formatted(listed.classes().classes().size(), proposal.file(), proposal.line()),
        new Prediction(LEAST_OF_LOADING * loading, loading),
        new Change.Sources(edits, proposal.handler()));
  }

  private static double loadingMillis(Explanation explanation) {
    return explanation.phases().stream()
        .filter(phase -> phase.name() == PhaseName.FIRST_INVOCATION)
        .flatMap(phase -> phase.causes().stream())
        .filter(share -> share.cause().kind() == Cause.Kind.CLASS_LOADING)
        .mapToDouble(Explanation.CauseShare::millis)
        .sum();
  }
}
