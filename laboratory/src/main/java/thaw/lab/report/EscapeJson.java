package thaw.lab.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import thaw.escape.EscapeReport;
import thaw.escape.Loss;
import thaw.escape.Reason;
import thaw.report.text.AtomicFile;
import thaw.report.text.JsonLayout;

/**
 * {@code escape.json}: allocations that stay, for other programs.
 *
 * <pre>{@code
 * {"jvms": [], "arguments": "", "methods": 0, "sites": 0, "removed": 0, "ownBytes": 0, "calledBytes": 0,
 *  "losses": [{"class", "method", "descriptor", "bci", "file", "line", "kind", "type", "detail",
 *    "compiledIn", "bytes", "reasons": [{"key", "inferred", "words", "remedy"}]}],
 *  "quiet": [], "uncompiled": [], "notes": []}
 * }</pre>
 *
 * Bytes are missing where nobody counted.
 */
public final class EscapeJson {
  private static final int DEEPEST_MEMBER_ON_ITS_LINE = 1;
  private static final int DEEPEST_ELEMENT_ON_ITS_LINE = 2;

  private EscapeJson() {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(EscapeReport report, Path file) {
    AtomicFile.write(
        file,
        JsonLayout.text(tree(report), DEEPEST_MEMBER_ON_ITS_LINE, DEEPEST_ELEMENT_ON_ITS_LINE));
  }

  static ObjectNode tree(EscapeReport report) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode jvms = root.putArray("jvms");
    report.jvms().forEach(jvms::add);
    root.put("arguments", report.arguments().strip());
    root.put("methods", report.methods());
    root.put("sites", report.sites());
    root.put("removed", report.removed());
    report.ownBytes().ifPresent(bytes -> root.put("ownBytes", bytes));
    report.calledBytes().ifPresent(bytes -> root.put("calledBytes", bytes));
    losses(root.putArray("losses"), report.losses());
    losses(root.putArray("quiet"), report.quiet());
    losses(root.putArray("uncompiled"), report.uncompiled());
    ArrayNode notes = root.putArray("notes");
    report.notes().forEach(notes::add);
    return root;
  }

  private static void losses(ArrayNode array, List<Loss> losses) {
    for (Loss loss : losses) {
      ObjectNode node =
          array
              .addObject()
              .put("class", loss.site().at().method().className())
              .put("method", loss.site().at().method().name())
              .put("descriptor", loss.site().at().method().descriptor())
              .put("bci", loss.site().at().bci())
              .put("file", loss.sourceFile())
              .put("line", loss.site().line())
              .put("kind", loss.site().kind().words())
              .put("type", loss.site().type())
              .put("detail", loss.site().detail())
              .put("compiledIn", loss.compiledIn().className() + "." + loss.compiledIn().name());
      loss.bytes().ifPresent(bytes -> node.put("bytes", bytes));
      ArrayNode reasons = node.putArray("reasons");
      for (Reason reason : loss.reasons()) {
        reasons
            .addObject()
            .put("key", reason.key())
            .put("inferred", reason.isInferred())
            .put("words", reason.words())
            .put("remedy", reason.remedy());
      }
    }
  }
}
