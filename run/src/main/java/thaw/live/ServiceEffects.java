package thaw.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last effects of services that are as busy as AWS's. Of one thread at a time. */
final class ServiceEffects {
  static final int MOST = 200;

  private final Deque<ServiceEffect> last = new ArrayDeque<>();
  private long total;

  void add(ServiceEffect effect) {
    total++;
    last.addFirst(effect);
    if (last.size() > MOST) {
      last.removeLast();
    }
  }

  /** Returns how many there were. */
  long total() {
    return total;
  }

  /** Returns those that are kept, the newest first. */
  List<ServiceEffect> last() {
    return List.copyOf(last);
  }
}
