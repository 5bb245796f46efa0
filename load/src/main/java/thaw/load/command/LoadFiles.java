package thaw.load.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import thaw.load.LayerTax;
import thaw.load.LoadGoal;
import thaw.load.LoadResult;

/** Everything that runs of load are written to, for people and for other tools. */
final class LoadFiles {
  private LoadFiles() {}

  /**
   * Replaces each file in one step, and creates the folder.
   *
   * @param taxes none unless layers were compared
   * @param goals lines in the page
   * @return what was written; the page for people is the first
   */
  static List<Path> write(
      List<LoadResult> runs, List<LayerTax> taxes, List<LoadGoal> goals, Path folder) {
    List<Path> written = new ArrayList<>();
    written.add(folder.resolve("load.html"));
    written.add(folder.resolve("load.json"));
    LoadJson.write(runs, taxes, folder.resolve("load.json"));
    LoadHtml.write(runs, taxes, goals, folder.resolve("load.html"));
    written.addAll(LoadHgrm.write(runs, folder));
    return written;
  }
}
