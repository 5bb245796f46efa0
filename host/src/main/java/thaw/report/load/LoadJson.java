package thaw.report.load;

import java.nio.file.Path;
import java.util.List;
import thaw.load.LayerTax;
import thaw.load.LoadResult;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;

/**
 * {@code load.json}: runs of {@code thaw load} for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-load-1",
 *  "runs": [{"name", "target", "schedule": {"kind", ...}, "scheduleText", "timeoutMillis", "begun",
 *    "complete", "valid", "reasons": [],
 *    "scheduled", "due", "sent", "answered", "failed", "throttled",
 *    "environments": {"first", "most", "added"}, "waits",
 *    "generator": {"wallMillis", "busiestThreadMillis", "processMillis", "collectionMillis",
 *                  "hostBusyMillis", "hostCpuMillis"},
 *    "totals": {"lag": D, "send": D, "service": D, "response": D, "responseWithoutColdStarts": D,
 *               "failedResponse": D},
 *    "failures": [{"kind", "text", "count"}],
 *    "coldStarts": [{"kind", "dueMillis", "responseMillis"}],
 *    "seconds": [{"index", "scheduled", "sent", "answered", "failed", "environments",
 *                 "lag": D, "send": D, "service": D, "response": D, "failedResponse": D,
 *                 "cpu": {"all", "host", "program", "functions"}}]}],
 *  "taxes": [{"name", "with", "without", "atMillis": {"p50", "p90", "p99", "p99.9"},
 *             "median": {"lowMillis", "highMillis", "coverage"}}]}
 * }</pre>
 *
 * D is {@code {"count", "min", "p50", "p90", "p99", "p99.9", "max", "mean", "deviation",
 * "histogram"}}, in milliseconds, or only {@code {"count": 0}}; its histogram is HdrHistogram's
 * compressed form (V2) in Base64, in nanoseconds: nothing that was recorded is lost. {@code cpu} is
 * how many CPUs there were and how many were busy: with all programs, with Thaw, and with functions
 * and local services. What is not known, such as {@code
 * environments} of a foreign server, is not there. Members may be added, none of these goes away.
 */
public final class LoadJson {
  private static final String FORMAT = "thaw-load-1";

  /** Each run's members, and each of its seconds, on a line of their own. */
  private static final int DEEPEST_MEMBER_ON_ITS_LINE = 3;

  private static final int DEEPEST_ELEMENT_ON_ITS_LINE = 4;

  private LoadJson() {}

  private record Document(String format, List<LoadResult> runs, List<LayerTax> taxes) {}

  /**
   * Replaces the file in one step, and creates its folder.
   *
   * @param taxes none unless layers were compared
   */
  public static void write(List<LoadResult> runs, List<LayerTax> taxes, Path file) {
    AtomicFile.write(file, text(runs, taxes));
  }

  public static String text(List<LoadResult> runs, List<LayerTax> taxes) {
    return JsonLayout.text(
        LoadViews.MAPPER,
        new Document(FORMAT, runs, taxes),
        DEEPEST_MEMBER_ON_ITS_LINE,
        DEEPEST_ELEMENT_ON_ITS_LINE);
  }
}
