package thaw.steady;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Passes on the first of the faults that come from one place of the code: one that comes with every
 * event would fill the log. Any thread may call.
 */
public final class FirstFaults implements Consumer<RuntimeException> {
  private final Consumer<? super RuntimeException> next;
  private final Set<String> places = ConcurrentHashMap.newKeySet(); // there are so many in the code

  public FirstFaults(Consumer<? super RuntimeException> next) {
    this.next = next;
  }

  @Override
  public void accept(RuntimeException fault) {
    if (places.add(place(fault))) {
      next.accept(fault);
    }
  }

  private static String place(Throwable fault) {
    StackTraceElement[] stack = fault.getStackTrace();
    return fault.getClass().getName() + (stack.length == 0 ? "" : " at " + stack[0]);
  }
}
