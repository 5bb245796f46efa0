package thaw.runtime.retry;

import org.jspecify.annotations.Nullable;

/** The work that is tried. */
public interface Attempt<T extends @Nullable Object> {
  /**
   * Tries once.
   *
   * @param number 1 for the first attempt
   * @return what the {@link Condition} may still not be content with
   * @throws InterruptedException which ends all attempts, and reaches the caller of {@link
   *     Retry#call}
   * @throws Exception when it has failed
   */
  T make(int number) throws Exception;
}
