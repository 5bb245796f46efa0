package thaw.durable;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operations in the order of their starts, as many as one answer has.
 *
 * @param nextMarker where the next page begins; absent for the last one
 */
public record OperationPage(List<Operation> operations, @Nullable String nextMarker) {
  /** An event and an answer may have 6 MB, and there is more in them than operations. */
  static final long LARGEST_BYTES = 5 * 1024 * 1024;

  /** What an operation has besides its payloads and its error. */
  private static final int FRAME_BYTES = 512;

  public OperationPage {
    operations = List.copyOf(operations);
  }

  /**
   * @param visible all of them, in order
   * @param from the sequence of the first one
   */
  static OperationPage of(List<Operation> visible, int from, int maxItems) {
    List<Operation> page = new ArrayList<>();
    long bytes = 0;
    for (Operation operation : visible) {
      if (operation.sequence() < from) {
        continue;
      }
      bytes += bytes(operation);
      if (!page.isEmpty() && (page.size() == maxItems || bytes > LARGEST_BYTES)) {
        return new OperationPage(page, Integer.toString(operation.sequence()));
      }
      page.add(operation);
    }
    return new OperationPage(page, null);
  }

  /** Counts three bytes for a character at most, and two for one that is escaped. */
  private static long bytes(Operation operation) {
    ErrorObject error = operation.error();
    return FRAME_BYTES
        + bytes(operation.input())
        + bytes(operation.result())
        + (error == null ? 0 : error.bytes());
  }

  private static long bytes(@Nullable String text) {
    if (text == null) {
      return 0;
    }
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < ' ' ? 6 : c == '"' || c == '\\' ? 2 : c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
    }
    return bytes;
  }
}
