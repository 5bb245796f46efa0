package thaw.app.shared;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows long work that goes through stages, from the first one on: what is there already, as a
 * snapshot that is found, has none. It is for one thread at a time.
 */
public final class Stages implements AutoCloseable {
  private final Progress progress;
  private final Supplier<String> title;
  private Progress.@Nullable Work work;

  /**
   * @param title asked for when the first stage is reached
   */
  public Stages(Progress progress, Supplier<String> title) {
    this.progress = progress;
    this.title = title;
  }

  /**
   * @param stage what is done now: {@code snapshot, clone 1 of 2}
   */
  public void reach(String stage) {
    if (work == null) {
      work = progress.begin(title.get(), stage);
    } else {
      work.reach(stage);
    }
  }

  @Override
  public void close() {
    if (work != null) {
      work.close();
    }
  }
}
