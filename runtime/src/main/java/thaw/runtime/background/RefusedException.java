package thaw.runtime.background;

import java.io.IOException;

/** A batch that its destination does not take, however often it is sent. */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Makes one.
   *
   * @param message what the destination said
   */
  public RefusedException(String message) {
    super(message);
  }
}
