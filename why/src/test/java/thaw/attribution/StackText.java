package thaw.attribution;

import java.util.Arrays;
import java.util.List;
import thaw.recording.Frame;

/** Stacks as tests write them, the leaf first. */
final class StackText {
  private StackText() {}

  /**
   * @param frames {@code kernel exc_page_fault}, {@code libjvm.so ClassVerifier::verify_method}, or
   *     {@code java.util.zip.Inflater.inflate}
   */
  static List<Frame> frames(String... frames) {
    return Arrays.stream(frames).map(String::strip).map(StackText::frame).toList();
  }

  /** Frames in one line, with {@code <-} between a frame and its caller. */
  static List<Frame> line(String frames) {
    return frames.isBlank() ? List.of() : frames(frames.split("<-"));
  }

  private static Frame frame(String text) {
    int space = text.indexOf(' ');
    if (space < 0) {
      int dot = text.lastIndexOf('.');
      return new Frame.Java(text.substring(0, dot), text.substring(dot + 1), 0);
    }
    String library = text.substring(0, space);
    String symbol = text.substring(space + 1);
    return library.equals("kernel") ? new Frame.Kernel(symbol) : new Frame.Native(library, symbol);
  }
}
