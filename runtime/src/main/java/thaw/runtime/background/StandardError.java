package thaw.runtime.background;

/** Writes notices into the function's log. */
final class StandardError implements LossNotices {
  @Override
  public void tell(String notice) {
    System.err.println(notice);
  }
}
