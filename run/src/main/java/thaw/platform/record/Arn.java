package thaw.platform.record;

import thaw.function.Region;

/** Names of this platform's resources, all in one region and one account. */
public final class Arn {

  private Arn() {}

  private static String prefix() {
    return "arn:aws:lambda:" + Region.own() + ":" + Region.ACCOUNT + ":";
  }

  public static String function(String name) {
    return prefix() + "function:" + name;
  }

  /**
   * @param qualifier a version or an alias; empty for none
   */
  public static String function(String name, String qualifier) {
    return function(name) + (qualifier.isEmpty() ? "" : ":" + qualifier);
  }

  public static String layer(String name) {
    return prefix() + "layer:" + name;
  }

  public static String layer(String name, long version) {
    return layer(name) + ":" + version;
  }

  public static String runtime(String name) {
    return prefix() + "runtime/" + name;
  }

  public static String runtimeVersion(String runtime, String version) {
    return runtime(runtime) + "/version/" + version;
  }

  public static String runtimeAlias(String runtime, String alias) {
    return runtime(runtime) + "/alias/" + alias;
  }

  public static String codeSigningConfig(String id) {
    return prefix() + "code-signing-config:" + id;
  }

  public static String capacityProvider(String name) {
    return prefix() + "capacity-provider:" + name;
  }

  public static String eventSourceMapping(String uuid) {
    return prefix() + "event-source-mapping:" + uuid;
  }
}
