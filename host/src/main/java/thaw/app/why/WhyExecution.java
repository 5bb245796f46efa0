package thaw.app.why;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import thaw.app.running.RunAnswers;
import thaw.app.running.RunChoice;
import thaw.app.shared.ExecutionTimelines;
import thaw.durable.KeptExecutions;
import thaw.explanation.ExecutionHtml;
import thaw.explanation.ExecutionJson;
import thaw.explanation.ExecutionTerminal;
import thaw.problem.UserMistake;
import thaw.store.Store;
import thaw.timeline.Timeline;

/**
 * Tells where the time of a durable execution went, by what a {@code thaw run} has kept of it.
 *
 * @param page HTML
 * @param json the same as data
 */
public record WhyExecution(Timeline timeline, Path page, Path json) {
  /**
   * Asks those that run, or reads the data folder of one that has ended.
   *
   * @param execution its ARN, name or id
   * @param folder of a {@code thaw run --data}; absent for what runs
   * @param out where page and data are written
   * @throws UserMistake when there is no such execution
   */
  public static WhyExecution of(
      String execution, Optional<Path> folder, RunChoice run, Path cache, Path out)
      throws InterruptedException {
    Timeline timeline =
        folder.isPresent()
            ? kept(execution, folder.get())
            : ExecutionJson.read(RunAnswers.execution(run, execution, cache));
    Path page = out.resolve("execution.html");
    Path json = out.resolve("execution.json");
    ExecutionHtml.write(timeline, page);
    ExecutionJson.write(timeline, json);
    return new WhyExecution(timeline, page, json);
  }

  private static Timeline kept(String execution, Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new UserMistake(
          "there is no folder " + folder, "name the folder that thaw run --data was given");
    }
    try (Store store = Store.open(Optional.of(folder))) {
      return new ExecutionTimelines(new KeptExecutions(store)).of(execution);
    }
  }

  /**
   * Returns what a terminal shows of it.
   *
   * @param columns the terminal's width
   * @param ansi whether the terminal understands ANSI colours
   */
  public String text(int columns, boolean ansi) {
    return ExecutionTerminal.render(timeline, columns, ansi);
  }
}
