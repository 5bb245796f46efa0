package thaw.app.build;

/** What the project's own tests have to do in a build. */
public enum OwnTests {
  PASS,
  /** They may fail: the package is made all the same. */
  RUN,
  /** They are not run. */
  SKIPPED
}
