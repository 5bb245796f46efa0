package thaw.explanation;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import thaw.attribution.Explanation;
import thaw.attribution.warmup.WarmUp;
import thaw.presentation.text.AtomicFile;

/** Everything that an explanation is written to, for people and for other tools. */
public final class WhyFiles {
  private WhyFiles() {}

  /**
   * Replaces each file in one step, and creates the folder.
   *
   * @param warmUp of a function on managed instances: its first requests
   * @param older what the explanation is compared with
   * @param next the commands that the page ends with
   * @return what was written; the page for people is the first
   */
  public static List<Path> write(
      Explanation explanation,
      Optional<WarmUp> warmUp,
      Optional<Explanation> older,
      WhyNext next,
      Path folder) {
    Path page = folder.resolve("why.html");
    Path json = folder.resolve("why.json");
    Path collapsed = folder.resolve(CollapsedFile.NAME);
    Path speedscope = folder.resolve("why.speedscope.json");
    Path jfr = folder.resolve("why.jfr");
    // Two at a time: writing takes seconds, and the explanation is only read.
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      Future<?> profiles =
          other.submit(() -> {
            AtomicFile.write(jfr, out -> JfrFile.write(explanation, out));
            AtomicFile.write(speedscope, out -> SpeedscopeFile.write(explanation, out));
          });
      WhyJson.write(explanation, warmUp, json);
      WhyHtml.write(explanation, warmUp, older, next, page);
      AtomicFile.write(collapsed, out -> CollapsedStacks.write(explanation.profile(), out));
      await(profiles);
    }
    return List.of(page, json, collapsed, speedscope, jfr);
  }

  private static void await(Future<?> written) {
    try {
      written.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while profiles were written", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("profiles could not be written", e);
    }
  }
}
