package thaw.pool;

import java.time.Duration;

/** The work that is left to do in an environment when its user has what it needed. */
interface Conclusion<E> {
  /**
   * The usual patience, less than any start takes; a conclusion usually takes less than a
   * millisecond.
   */
  Duration SHORT = Duration.ofMillis(50);

  /** May wait for what the environment still does. */
  void conclude(E environment) throws InterruptedException;

  /**
   * Has a step run as soon as {@link #conclude} would not wait. One that is not run soon gets a
   * thread of its own.
   */
  default void whenReady(E environment, Runnable step) {}

  /**
   * Returns for how long after the use a start would be a waste, as the environment is about to be
   * free.
   */
  default Duration patience(E environment) {
    return SHORT;
  }

  /** Nobody has needed the environment for a moment. */
  default void rest(E environment) {}
}
