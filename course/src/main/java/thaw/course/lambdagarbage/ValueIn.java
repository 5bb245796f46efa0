package thaw.course.lambdagarbage;

import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/** A value that is to be read. */
public interface ValueIn {
  /** Gives it to a consumer, which has captured where it belongs. */
  void int32(IntConsumer consumer);

  /** Gives it to a setter together with its target: there is nothing to capture. */
  <T> void int32(T target, ObjIntConsumer<? super T> setter);
}
