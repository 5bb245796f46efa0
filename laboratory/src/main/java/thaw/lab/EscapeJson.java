package thaw.lab;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import thaw.escape.EscapeReport;
import thaw.escape.Loss;
import thaw.escape.MethodName;
import thaw.escape.Reason;
import thaw.escape.Site;
import thaw.json.Json;
import thaw.json.JsonViews;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;

/**
 * {@code escape.json}: allocations that stay, for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-escape-1", "jvms": [], "arguments": "", "methods": 0, "sites": 0, "removed": 0, "ownBytes": 0, "calledBytes": 0,
 *  "losses": [{"class", "method", "descriptor", "bci", "file", "line", "kind", "type", "detail",
 *    "compiledIn", "bytes", "reasons": [{"key", "inferred", "words", "remedy"}]}],
 *  "quiet": [], "uncompiled": [], "notes": []}
 * }</pre>
 *
 * Bytes are missing where nobody counted. Members may be added, none of these goes away.
 */
final class EscapeJson {
  private static final String FORMAT = "thaw-escape-1";
  private static final int DEEPEST_MEMBER_ON_ITS_LINE = 1;
  private static final int DEEPEST_ELEMENT_ON_ITS_LINE = 2;

  private static final ObjectMapper MAPPER =
      Json.written()
          .addMixIn(EscapeReport.class, OfReport.class)
          .addModule(
              new JsonViews()
                  .written(Loss.class, LossView.class, LossView::of)
                  .written(Reason.class, ReasonView.class, ReasonView::of))
          .build();

  private EscapeJson() {}

  private record EscapeDocument(String format, @JsonUnwrapped EscapeReport report) {}

  @JsonPropertyOrder({
    "jvms",
    "arguments",
    "methods",
    "sites",
    "removed",
    "ownBytes",
    "calledBytes",
    "losses",
    "quiet",
    "uncompiled",
    "notes"
  })
  private interface OfReport {
    @JsonSerialize(converter = Stripped.class)
    String arguments();
  }

  private static final class Stripped extends StdConverter<String, String> {
    @Override
    public String convert(String text) {
      return text.strip();
    }
  }

  private record LossView(
      @JsonProperty("class") String className,
      String method,
      String descriptor,
      int bci,
      String file,
      int line,
      String kind,
      String type,
      String detail,
      String compiledIn,
      OptionalLong bytes,
      List<Reason> reasons) {
    private static LossView of(Loss loss) {
      Site site = loss.site();
      MethodName method = site.at().method();
      return new LossView(
          method.className(),
          method.name(),
          method.descriptor(),
          site.at().bci(),
          loss.sourceFile(),
          site.line(),
          site.kind().words(),
          site.type(),
          site.detail(),
          loss.compiledIn().className() + "." + loss.compiledIn().name(),
          loss.bytes(),
          loss.reasons());
    }
  }

  private record ReasonView(String key, boolean inferred, String words, String remedy) {
    private static ReasonView of(Reason reason) {
      return new ReasonView(reason.key(), reason.isInferred(), reason.words(), reason.remedy());
    }
  }

  /** Replaces the file in one step, and creates its folder. */
  static void write(EscapeReport report, Path file) {
    AtomicFile.write(
        file,
        JsonLayout.text(
            MAPPER,
            new EscapeDocument(FORMAT, report),
            DEEPEST_MEMBER_ON_ITS_LINE,
            DEEPEST_ELEMENT_ON_ITS_LINE));
  }
}
