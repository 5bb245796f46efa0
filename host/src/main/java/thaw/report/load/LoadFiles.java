package thaw.report.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import thaw.load.LoadGoal;

/** Everything that runs of load are written to, for people and for other tools. */
public final class LoadFiles {
  private LoadFiles() {}

  /**
   * Replaces each file in one step, and creates the folder.
   *
   * @param goals lines in the page
   * @return what was written; the page for people is the first
   */
  public static List<Path> write(LoadJson.Content content, List<LoadGoal> goals, Path folder) {
    List<Path> written = new ArrayList<>();
    written.add(folder.resolve("load.html"));
    written.add(folder.resolve("load.json"));
    LoadJson.write(content, folder.resolve("load.json"));
    LoadHtml.write(
        content.runs(),
        content.taxes(),
        goals,
        content.limit().map(LimitAnswer::answer).orElse(List.of()),
        folder.resolve("load.html"));
    written.addAll(LoadHgrm.write(content.runs(), folder));
    return written;
  }
}
