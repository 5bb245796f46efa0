package thaw.report.load;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import thaw.load.HostUse;
import thaw.load.LoadResult;
import thaw.presentation.text.Figures;

/**
 * The sentences that the page of load says first. A search makes many runs: their outcomes are one
 * sentence.
 *
 * @param answer of a search for a limit, in sentences; none of other runs
 */
public record LoadHeadline(List<String> answer, List<LoadResult> runs) {
  private static final int MOST_RUNS = 5; // the layers of an API are as many

  /**
   * Tells what became of requests.
   *
   * @param of which runs
   */
  public record Outcome(String of, String words, boolean isFailure) {}

  /** Returns whether each run is told; otherwise their sum is. */
  public boolean isOfEach() {
    return runs.size() <= MOST_RUNS;
  }

  public List<Outcome> outcomes() {
    return isOfEach()
        ? runs.stream().map(run -> outcome(run.plan().name(), AnsweredShare.of(run))).toList()
        : List.of(outcome(Figures.counted(runs.size(), "run"), AnsweredShare.of(runs)));
  }

  private static Outcome outcome(String of, AnsweredShare share) {
    return new Outcome(of, share.words(), !share.isGood());
  }

  /**
   * Returns the words that this machine was the limit: once, whatever the number of runs; empty
   * when it was not.
   */
  public Optional<String> host() {
    List<HostUse> full =
        runs.stream().map(run -> run.use().host()).filter(HostUse::wasLimit).toList();
    return full.stream()
        .max(Comparator.comparingDouble(HostUse::share))
        .map(host ->
            runs.size() == 1
                ? host.words()
                : "in %s of %s %s"
                    .formatted(
                        Figures.whole(full.size()),
                        Figures.counted(runs.size(), "run"),
                        host.words()));
  }
}
