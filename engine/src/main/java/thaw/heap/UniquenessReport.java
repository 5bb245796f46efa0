package thaw.heap;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reports what two clones of one snapshot have alike though each should have its own.
 *
 * @param notCompared why nothing is known
 * @param findings in the order of classes and fields; empty when nothing was compared
 */
public record UniquenessReport(Optional<String> notCompared, List<SharedState> findings) {
  private static final int SHOWN_OF_LIBRARIES = 3;

  public UniquenessReport {
    findings = List.copyOf(findings);
  }

  public static UniquenessReport notCompared(String reason) {
    return new UniquenessReport(Optional.of(reason), List.of());
  }

  /** Returns lines for people: a warning for each finding, and one for all that libraries have. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    notCompared.ifPresent(
        reason -> lines.add("what clones have alike was not compared: " + reason));
    findings.stream()
        .filter(finding -> !finding.library())
        .forEach(finding -> lines.add(finding.text() + "; " + finding.remedy()));
    List<SharedState> others = findings.stream().filter(SharedState::library).toList();
    if (!others.isEmpty()) {
      lines.add(
          "shared by all restores, in libraries, and usually harmless there (waits, names): "
              + others.stream()
                  .limit(SHOWN_OF_LIBRARIES)
                  .map(finding -> finding.shortPlace() + " (" + finding.type() + ")")
                  .collect(Collectors.joining(", "))
              + (others.size() > SHOWN_OF_LIBRARIES
                  ? " and " + (others.size() - SHOWN_OF_LIBRARIES) + " more"
                  : ""));
    }
    return lines;
  }
}
