package thaw.course.lambdagarbage;

/** A place for a value. */
public interface ValueOut {
  void int32(int value);
}
