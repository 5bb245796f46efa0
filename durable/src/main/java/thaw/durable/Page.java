package thaw.durable;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param nextMarker where the next part begins; absent for the last one
 */
public record Page<T>(List<T> items, @Nullable String nextMarker) {
  public static final int DEFAULT_ITEMS = 100;
  public static final int MOST_ITEMS = 1000;

  public Page {
    items = List.copyOf(items);
  }

  static int size(int asked) {
    return asked == 0 ? DEFAULT_ITEMS : Math.clamp(asked, 1, MOST_ITEMS);
  }

  static Rejected invalidMarker() {
    return Rejected.invalid("Invalid Marker");
  }

  /** Reads a marker that is a number. */
  static int number(@Nullable String marker, int absent) {
    if (marker == null) {
      return absent;
    }
    if (!marker.matches("\\d{1,9}")) {
      throw invalidMarker();
    }
    return Integer.parseInt(marker);
  }
}
