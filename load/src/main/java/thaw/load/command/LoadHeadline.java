package thaw.load.command;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import thaw.load.HostUse;
import thaw.load.LoadResult;
import thaw.presentation.text.Figures;

/** The sentences that the page of load says first. */
record LoadHeadline(List<LoadResult> runs) {
  /**
   * Tells what became of requests.
   *
   * @param of which run
   */
  record Outcome(String of, String words, boolean isFailure) {}

  List<Outcome> outcomes() {
    return runs.stream()
        .map(run -> {
          AnsweredShare share = AnsweredShare.of(run);
          return new Outcome(run.plan().name(), share.words(), !share.isGood());
        })
        .toList();
  }

  /**
   * Returns the words that this machine was the limit: once, whatever the number of runs; empty
   * when it was not.
   */
  Optional<String> host() {
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
