package thaw.maven;

import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;
import thaw.program.ProgramWords;

/** A goal that makes cold starts of functions, and what is asked of each start. */
abstract class ColdStartMojo extends ResultMojo {
  /** Event of the first invocation: a file or JSON. Default: as of the command. */
  @Parameter(property = "thaw.event")
  private @Nullable String event;

  /** Cold starts of each variant. Default: 10; 3 where they are explained. */
  @Parameter(property = "thaw.runs")
  private @Nullable String runs;

  /**
   * The kind of start, in place of what the function's SnapStart asks for: none, aot, appcds,
   * snapshot, snapshot+priming, snapshot+generated, snapshot+pools. A goal that compares variants
   * takes several of them, parted by commas.
   */
  @Parameter(property = "thaw.snapStart")
  private @Nullable String snapStart;

  /** An invocation may take so many seconds. */
  @Parameter(property = "thaw.timeout")
  private @Nullable String timeout;

  final ProgramWords measured(ProgramWords words) {
    return words
        .value("--event", event)
        .value("--runs", runs)
        .value("--snap-start", snapStart)
        .value("--timeout", timeout);
  }
}
