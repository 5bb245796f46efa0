package thaw.function;

/** The instruction set of this machine, as Lambda names it. */
public final class HostArchitecture {
  /** {@code x86_64} or {@code arm64}. */
  public static final String NAME =
      System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x86_64";

  /** What sentences of {@link #foreign} begin with. */
  public static final String FOREIGN = "The template says ";

  private HostArchitecture() {}

  /** Returns in a sentence that figures are of this machine and not of the one that is wanted. */
  public static String foreign(String wanted) {
    return FOREIGN
        + "%s, and this machine is %s: figures are of %s, and on Lambda's %s they are others."
            .formatted(wanted, NAME, NAME, wanted);
  }

  /**
   * Returns the name that {@code uname -m} has.
   *
   * @param architecture as Lambda names it
   */
  public static String machine(String architecture) {
    return architecture.equals("arm64") ? "aarch64" : architecture;
  }
}
