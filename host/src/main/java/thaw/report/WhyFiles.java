package thaw.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.attribution.Explanation;

/** Everything that an explanation is written to, for people and for other tools. */
public final class WhyFiles {
  private WhyFiles() {}

  /**
   * Replaces each file in one step, and creates the folder.
   *
   * @param older what the explanation is compared with
   * @return what was written; the page for people is the first
   */
  public static List<Path> write(
      Explanation explanation, Optional<Explanation> older, Path folder) {
    Path page = folder.resolve("why.html");
    Path json = folder.resolve("why.json");
    Path collapsed = folder.resolve("why.collapsed");
    Path speedscope = folder.resolve("why.speedscope.json");
    Path jfr = folder.resolve("why.jfr");
    WhyJson.write(explanation, json);
    WhyHtml.write(explanation, older, page);
    AtomicFile.write(collapsed, out -> CollapsedStacks.write(explanation.profile(), out));
    AtomicFile.write(speedscope, out -> SpeedscopeFile.write(explanation, out));
    AtomicFile.write(jfr, out -> JfrFile.write(explanation, out));
    return List.of(page, json, collapsed, speedscope, jfr);
  }
}
