package thaw.runtime.background;

/**
 * A listener that is told of events that were dropped, or have not arrived in time. Any thread may
 * call it.
 */
public interface LossNotices {
  /**
   * One line, with figures and the cause.
   *
   * @param notice without a line's end
   */
  void tell(String notice);
}
