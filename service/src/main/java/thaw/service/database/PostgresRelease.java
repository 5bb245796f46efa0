package thaw.service.database;

import thaw.service.process.ServiceJars;

/**
 * A release of PostgreSQL that is here.
 *
 * @param major for example 17
 * @param version of the artefact that has its programs
 */
record PostgresRelease(int major, String version, int megabytes) {
  private static final PostgresRelease SIXTEEN = new PostgresRelease(16, "16.2.0", 15);
  private static final PostgresRelease SEVENTEEN = new PostgresRelease(17, "17.5.0", 15);

  /** Returns the nearest one. */
  static PostgresRelease of(int major) {
    return major <= SIXTEEN.major ? SIXTEEN : SEVENTEEN;
  }

  /**
   * @param architecture as the JVM names it
   */
  ServiceJars jars(String architecture) {
    String named = architecture.equals("aarch64") ? "arm64v8" : "amd64";
    return new ServiceJars("PostgreSQL", "postgresql-" + major + "-" + named, version, megabytes);
  }
}
