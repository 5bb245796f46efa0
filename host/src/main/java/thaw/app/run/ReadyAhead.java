package thaw.app.run;

import thaw.app.choice.JvmChoice;
import thaw.app.workspace.Workspace;
import thaw.function.Application;
import thaw.function.FunctionDefinition;

/**
 * Prepares what the first requests of restored functions share, beside the start of the servers:
 * the runtime client, its archive, and CRIU, which is tried. Code is left alone: it may change
 * until it is watched. It tells nothing: what is wrong stands in the answer of the request that
 * meets it.
 */
final class ReadyAhead implements AutoCloseable {
  private final Thread thread;

  private ReadyAhead(Thread thread) {
    this.thread = thread;
  }

  /** Does nothing where functions are not restored: they may never be asked for. */
  static ReadyAhead start(ServerSettings settings, Application application, Workspace workspace) {
    return new ReadyAhead(
        Thread.ofVirtual()
            .name("ready ahead")
            .start(() -> {
              if (settings.starts().restored()) {
                application.functions().stream()
                    .findFirst()
                    .ifPresent(function -> prepare(settings, function, workspace));
              }
            }));
  }

  private static void prepare(
      ServerSettings settings, FunctionDefinition function, Workspace workspace) {
    try {
      workspace.prepareProgram(
          function, JvmChoice.on(settings.starts().jdk(), settings.clients().of(function)));
      workspace.snapshots();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // The first request meets it, too, and tells it.
    }
  }

  /** Returns when it has ended. */
  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
