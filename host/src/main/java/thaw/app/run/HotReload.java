package thaw.app.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import thaw.app.workspace.Workspace;
import thaw.function.FunctionDefinition;
import thaw.platform.Platform;
import thaw.platform.Renewed;

/** Has the platform take over what changes on disk, and says how that went. */
final class HotReload implements AutoCloseable {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Platform platform;
  private final Workspace workspace;
  private final Consumer<String> said;
  private final Consumer<Exception> problems;

  /** Functions whose code on disk cannot be run; of the watching thread. */
  private final Set<String> behind = new HashSet<>();

  private final CodeWatch watch;

  private HotReload(
      List<FunctionDefinition> functions,
      Platform platform,
      Workspace workspace,
      Consumer<String> said,
      Consumer<Exception> problems)
      throws IOException {
    this.platform = platform;
    this.workspace = workspace;
    this.said = said;
    this.problems = problems;
    this.watch = CodeWatch.start(functions, this::renew, problems);
  }

  /**
   * @param functions of the template
   * @param said gets a line for each change
   */
  static HotReload start(
      List<FunctionDefinition> functions,
      Platform platform,
      Workspace workspace,
      Consumer<String> said,
      Consumer<Exception> problems) {
    try {
      return new HotReload(functions, platform, workspace, said, problems);
    } catch (IOException e) {
      throw new UncheckedIOException("could not watch the functions' code: " + e, e);
    }
  }

  /** Those that share a package have it stored once: all forget it before one of them needs it. */
  private void renew(List<FunctionDefinition> functions) {
    try {
      long begin = System.nanoTime();
      for (FunctionDefinition function : functions) {
        workspace.forget(function);
      }
      for (FunctionDefinition function : functions) {
        renew(function.name(), begin);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void renew(String function, long beginNanos) throws InterruptedException {
    try {
      Renewed renewed = platform.renew(function);
      say(function, renewed, (System.nanoTime() - beginNanos) / NANOS_PER_MILLI);
    } catch (RuntimeException e) { // the next change must be seen all the same
      problems.accept(e);
    }
  }

  private void say(String function, Renewed renewed, double millis) {
    switch (renewed) {
      case Renewed.Live() -> {
        behind.remove(function);
        said.accept(
            String.format(Locale.ROOT, "%s: new code, ready after %.0f ms", function, millis));
      }
      case Renewed.Kept _ -> { // why was said when it was tried
        behind.add(function);
        said.accept(function + ": requests get the code before the change");
      }
      case Renewed.Unchanged() -> {
        if (behind.remove(function)) {
          said.accept(function + ": the code is again the one that requests get");
        }
      }
      case Renewed.NotInUse() -> {}
    }
  }

  @Override
  public void close() throws IOException {
    watch.close();
  }
}
