package thaw.report.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.load.LoadGoal;
import thaw.report.shared.LambdaView;

/** Everything that runs of load are written to, for people and for other tools. */
public final class LoadFiles {
  private LoadFiles() {}

  /**
   * Replaces each file in one step, and creates the folder.
   *
   * @param goals lines in the page
   * @param view by which it is told what AWS Lambda is expected to show, where it was asked for
   * @return what was written; the page for people is the first
   */
  public static List<Path> write(
      LoadJson.Content content, List<LoadGoal> goals, Optional<LambdaView> view, Path folder) {
    Optional<LoadLambda> lambda = view.map(each -> LoadLambda.of(content.runs(), each));
    List<Path> written = new ArrayList<>();
    written.add(folder.resolve("load.html"));
    written.add(folder.resolve("load.json"));
    LoadJson.write(content, lambda, folder.resolve("load.json"));
    LoadHtml.write(
        content.runs(),
        content.taxes(),
        goals,
        content.limit().map(LimitAnswer::answer).orElse(List.of()),
        lambda,
        folder.resolve("load.html"));
    written.addAll(LoadHgrm.write(content.runs(), folder));
    return written;
  }
}
