package thaw.platform;

import thaw.environment.EnvironmentSpec;
import thaw.function.ReadOptions;

/** Names of this platform's resources, all in one region and one account. */
public final class Arn {
  public static final String REGION = ReadOptions.DEFAULT_REGION;
  private static final String PREFIX =
      "arn:aws:lambda:" + REGION + ":" + EnvironmentSpec.ACCOUNT + ":";

  private Arn() {}

  public static String function(String name) {
    return PREFIX + "function:" + name;
  }

  /**
   * @param qualifier a version or an alias; empty for none
   */
  public static String function(String name, String qualifier) {
    return function(name) + (qualifier.isEmpty() ? "" : ":" + qualifier);
  }

  public static String layer(String name) {
    return PREFIX + "layer:" + name;
  }

  public static String layer(String name, long version) {
    return layer(name) + ":" + version;
  }

  public static String eventSourceMapping(String uuid) {
    return PREFIX + "event-source-mapping:" + uuid;
  }
}
