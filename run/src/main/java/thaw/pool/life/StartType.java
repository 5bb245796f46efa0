package thaw.pool.life;

/** Tells how an environment came to be ready for an invocation. */
public enum StartType {
  /** It was: it had another invocation before, or was started ahead. */
  WARM,
  INIT,
  RESTORE;

  /**
   * Finds the kind of start. What Lambda bills as init or restore is a cold start, also where the
   * environment had been started a while before the request came; so is an init that had to be done
   * again, of which REPORT says nothing.
   *
   * @param init whether REPORT has one
   * @param restore whether REPORT has one
   * @param again whether there was an init within the invocation
   */
  public static StartType of(boolean init, boolean restore, boolean again) {
    if (restore) {
      return RESTORE;
    }
    return init || again ? INIT : WARM;
  }

  public boolean isCold() {
    return this != WARM;
  }
}
