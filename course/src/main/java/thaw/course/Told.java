package thaw.course;

/** How a program tells its figures. To be used after all that is measured. */
public final class Told {
  private Told() {}

  /**
   * Tells one figure of the sample.
   *
   * @param key with the unit: {@code wall_ms}
   */
  public static void figure(String key, double value) {
    System.out.print('@');
    System.out.print(key);
    System.out.print('=');
    System.out.println(value);
  }
}
