package thaw.lab.engine;

import java.time.Instant;
import java.util.List;
import thaw.experiment.Host;
import thaw.experiment.Warning;

/**
 * Tells when, where and how much was measured.
 *
 * @param edition of the lesson, see {@link Syllabus#edition}
 * @param code digest of the programs that were measured, see {@link Workbench#digest}
 * @param rounds that were wanted
 * @param warnings what disturbed it
 */
public record RunFacts(
    int edition,
    String code,
    Instant startedAt,
    Host host,
    boolean quick,
    int rounds,
    long seed,
    List<Warning> warnings) {
  public RunFacts {
    warnings = List.copyOf(warnings);
  }
}
