package thaw.sandbox.jdk;

import java.nio.file.Path;

/**
 * A JDK (or JRE) on this host.
 *
 * @param home its folder; {@code home/bin/java} is executable
 * @param feature the feature version: 11, 17, 21, 25
 * @param version the full version, for example {@code 25.0.3+9}
 * @param vendor for example {@code Temurin}
 * @param fingerprint changes when the JDK's files change, also when its version does not; part of
 *     every cache key
 */
public record Jdk(Path home, int feature, String version, String vendor, String fingerprint) {
  public Path java() {
    return home.resolve("bin/java");
  }

  /** Returns the name for people, such as {@code Temurin 25.0.3+9}. */
  public String label() {
    int packaged = version.indexOf("-" + vendor + "-"); // as Debian and Ubuntu mark their builds
    return vendor + " " + (packaged < 0 ? version : version.substring(0, packaged));
  }
}
