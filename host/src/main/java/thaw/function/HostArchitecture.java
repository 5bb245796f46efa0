package thaw.function;

/** The instruction set of this machine, as Lambda names it. */
public final class HostArchitecture {
  /** {@code x86_64} or {@code arm64}. */
  public static final String NAME =
      System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x86_64";

  private HostArchitecture() {}

  /**
   * Returns the name that {@code uname -m} has.
   *
   * @param architecture as Lambda names it
   */
  public static String machine(String architecture) {
    return architecture.equals("arm64") ? "aarch64" : architecture;
  }
}
