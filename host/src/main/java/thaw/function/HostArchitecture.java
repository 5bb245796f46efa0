package thaw.function;

/** The instruction set of this machine, as Lambda names it. */
public final class HostArchitecture {
  /** {@code x86_64} or {@code arm64}. */
  public static final String NAME =
      System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x86_64";

  private HostArchitecture() {}

  /**
   * As {@code uname -m} has it.
   *
   * @param architecture as Lambda names it
   */
  public static String machine(String architecture) {
    return architecture.equals("arm64") ? "aarch64" : architecture;
  }
}
