package thaw.app.fix;

import java.util.function.BooleanSupplier;
import thaw.app.shared.Progress;

/** Shows nothing more once the program is told to end: its last words are the last. */
record UntilEnd(Progress shown, BooleanSupplier hasEnded) implements Progress {
  @Override
  public void lines(String text) {
    now().lines(text);
  }

  @Override
  public void line(String text) {
    now().line(text);
  }

  @Override
  public Work begin(String text, String stage) {
    return now().begin(text, stage);
  }

  @Override
  public Bar bar(String task, int total) {
    return now().bar(task, total);
  }

  private Progress now() {
    return hasEnded.getAsBoolean() ? SILENT : shown;
  }
}
