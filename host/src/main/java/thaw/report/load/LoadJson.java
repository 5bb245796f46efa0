package thaw.report.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
 *             "median": {"lowMillis", "highMillis", "coverage"}}],
 *  "limit": {"requestsPerSecond", "mayBeHigher", "generatorIsTheLimit", "goals": [], "answer": []}}
 * }</pre>
 *
 * D is {@code {"count", "min", "p50", "p90", "p99", "p99.9", "max", "mean", "deviation",
 * "histogram"}}, in milliseconds, or only {@code {"count": 0}}; its histogram is HdrHistogram's
 * compressed form (V2) in Base64, in nanoseconds: nothing that was recorded is lost. {@code cpu} is
 * how many CPUs there were and how many were busy: with all programs, with Thaw, and with functions
 * and local services. {@code limit} is what a search for one has found; its {@code
 * requestsPerSecond} is not there when the goals held at no rate. What is not known, such as {@code
 * environments} of a foreign server, is not there. Members may be added, none of these goes away.
 */
public final class LoadJson {
  private static final String FORMAT = "thaw-load-1";

  /** Each run's members, and each of its seconds, on a line of their own. */
  private static final int DEEPEST_MEMBER_ON_ITS_LINE = 3;

  private static final int DEEPEST_ELEMENT_ON_ITS_LINE = 4;

  private LoadJson() {}

  private record Document(
      String format,
      List<LoadResult> runs,
      List<LayerTax> taxes,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<LimitAnswer> limit) {}

  /**
   * The content of such a file.
   *
   * @param taxes none unless layers were compared
   * @param limit only of a search for one
   */
  public record Content(List<LoadResult> runs, List<LayerTax> taxes, Optional<LimitAnswer> limit) {
    public Content {
      runs = List.copyOf(runs);
      taxes = List.copyOf(taxes);
    }
  }

  /** Replaces the file in one step, and creates its folder. */
  public static void write(Content content, Path file) {
    AtomicFile.write(file, text(content));
  }

  public static String text(Content content) {
    return JsonLayout.text(
        LoadViews.MAPPER,
        new Document(FORMAT, content.runs(), content.taxes(), content.limit()),
        DEEPEST_MEMBER_ON_ITS_LINE,
        DEEPEST_ELEMENT_ON_ITS_LINE);
  }
}
