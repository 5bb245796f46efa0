package thaw.course;

/** How a program tells its figures. To be used after all that is measured. */
public final class Told {
  private Told() {}

  /**
   * @param key with the unit: {@code wall_ms}
   */
  public static void figure(String key, double value) {
    System.out.println(
        new StringBuilder().append('@').append(key).append('=').append(value).toString());
  }
}
