package thaw.app.build;

/** What the project's own tests have to do in a build. */
public enum OwnTests {
  PASS,
  /** Those that fail before any change do not count; one has to pass. */
  PASS_AS_BEFORE,
  /** They may fail: the package is made all the same. */
  RUN,
  /** They are not run. */
  SKIPPED
}
