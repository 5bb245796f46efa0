package thaw.runtime;

/**
 * An object that is told when an execution environment turns from one state to the next: after the
 * handler, after the response, at the end. This is how work that outlasts a handler is done before
 * the environment is frozen or gone.
 *
 * <p>An environment may be frozen as soon as its runtime asks for the next event, and is never
 * frozen between the event and that: all that {@link #beforeResponse} and {@link #afterResponse} do
 * before they return is done while the function runs, within its timeout, and is billed.
 *
 * <p>The methods are called one at a time, for one invocation after the other, except {@link
 * #shutdown}, which may come from another thread at any moment, and except where {@code
 * AWS_LAMBDA_MAX_CONCURRENCY} lets an environment serve several events at a time. What they throw
 * is logged; it changes neither the response nor the calls to others.
 */
public interface Lifecycle {
  /**
   * The handler has returned or thrown, and nobody has heard of it yet: the caller waits meanwhile.
   * On the handler's thread. A response that is streamed has left already.
   *
   * @param deadlineMillis when the invocation times out, in milliseconds of Unix time
   */
  void beforeResponse(long deadlineMillis);

  /**
   * The Runtime API has taken the response, or the error, and the next event is not asked for yet.
   * On the handler's thread.
   *
   * @param deadlineMillis when the invocation times out, in milliseconds of Unix time
   */
  void afterResponse(long deadlineMillis);

  /**
   * The JVM ends in an orderly way: by SIGTERM, which Lambda sends to functions that have an
   * extension, or by an exit. Not on the handler's thread, which may be at work.
   */
  void shutdown();

  /**
   * Has a lifecycle told of all that is to come, in the order in which they are registered, and at
   * the end in the reverse order. There is no way back. Any thread may call it.
   *
   * @return whether there is somebody who tells: false when another runtime client than {@code
   *     thaw.runtime.Main} serves this JVM; only {@link #shutdown} is called then
   */
  static boolean register(Lifecycle lifecycle) {
    return Lifecycles.add(lifecycle);
  }
}
