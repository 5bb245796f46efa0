package thaw.app.fix;

import org.jspecify.annotations.Nullable;
import thaw.app.shared.Progress;

/** What a search is at that takes long, with signs of life until it says what became of it. */
final class Ongoing implements AutoCloseable {
  private final Progress progress;
  private Progress.@Nullable Work work;

  Ongoing(Progress progress) {
    this.progress = progress;
  }

  void begin(String what) {
    close();
    work = progress.begin(what);
  }

  @Override
  public void close() {
    if (work != null) {
      work.close();
      work = null;
    }
  }
}
