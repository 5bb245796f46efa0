package thaw.runtimeapi;

/** Memory for a function's large answer, until its caller has it. */
@FunctionalInterface
public interface AnswerRoom {
  /** The room of callers that are few by themselves. */
  AnswerRoom UNLIMITED = _ -> {};

  /**
   * Returns when there is room; asked before anything of the answer is read.
   *
   * @throws RuntimeException when there is none for too long
   */
  void make(long bytes) throws InterruptedException;
}
