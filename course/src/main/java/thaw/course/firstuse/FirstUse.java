package thaw.course.firstuse;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.course.Stopwatch;
import thaw.course.Told;

/** Uses one feature for the first time in this JVM, and tells how long it took. */
public final class FirstUse {
  private static volatile @Nullable Object sink;

  private FirstUse() {}

  /**
   * @param arguments the feature
   */
  public static void main(String[] arguments) {
    String feature = arguments[0];
    Stopwatch watch = new Stopwatch();
    watch.start();
    use(feature);
    Stopwatch.Lap lap = watch.stop();
    Told.figure("wall_ms", lap.millis());
    Told.figure("waited_ms", lap.waitedMillis());
  }

  private static void use(String feature) {
    if (feature.equals("lambda")) {
      sink = lambda().get();
    } else if (feature.equals("anonymous-class")) {
      sink = anonymousClass().get();
    } else {
      throw new IllegalArgumentException(feature);
    }
  }

  private static Supplier<String> lambda() {
    return () -> "made";
  }

  private static Supplier<String> anonymousClass() {
    return new Supplier<String>() {
      @Override
      public String get() {
        return "made";
      }
    };
  }
}
