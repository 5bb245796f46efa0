package thaw.lab.result;

/** A sample that gave no figure; the others go on. */
public final class SampleFailure extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * @param reason for people, in one line where possible
   */
  public SampleFailure(String reason) {
    super(reason);
  }
}
