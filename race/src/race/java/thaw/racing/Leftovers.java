package thaw.racing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Values that requests have put into thread-locals and logging contexts of one thread. A value that
 * a later request reads before it has set one of its own is left over. Only the thread itself uses
 * it.
 */
final class Leftovers {
  private final Map<Object, Value> locals = new IdentityHashMap<>();
  private final Map<String, Value> contexts = new HashMap<>();
  private final Set<Object> foundEmpty =
      java.util.Collections.newSetFromMap(new IdentityHashMap<>());
  private int request;

  /** A value that was set, by which request. */
  static final class Value {
    final RacingAccess access;
    private final int request;
    private final boolean isLazy;

    Value(RacingAccess access, int request, boolean isLazy) {
      this.access = access;
      this.request = request;
      this.isLazy = isLazy;
    }
  }

  void beginRequest() {
    request++;
    foundEmpty.clear();
  }

  /**
   * @param isTool whether the value's class says nothing of a request, as a buffer or a formatter
   */
  void set(Object local, boolean isTool, RacingAccess access) {
    Value before = locals.get(local);
    // Made because there was none, or in the place of such a one: a cache of the thread.
    boolean isCache = isTool && (foundEmpty.contains(local) || before != null && before.isLazy);
    locals.put(local, new Value(access, request, isCache));
  }

  void remove(Object local) {
    locals.remove(local);
  }

  /** The value of an earlier request that is read now; null if there is none. */
  Value got(Object local, Object value) {
    if (value == null) {
      foundEmpty.add(local);
      return null;
    }
    return stale(locals.get(local));
  }

  void put(String key, RacingAccess access) {
    contexts.put(key, new Value(access, request, false));
  }

  void removeKey(String key) {
    contexts.remove(key);
  }

  void clearKeys() {
    contexts.clear();
  }

  Value key(String key) {
    return stale(contexts.get(key));
  }

  /** Those that a log line of this request would show, by key. */
  Map<String, Value> staleKeys() {
    Map<String, Value> stale = new HashMap<>();
    for (String key : new HashSet<>(contexts.keySet())) {
      if (key(key) != null) {
        stale.put(key, contexts.get(key));
      }
    }
    return stale;
  }

  private Value stale(Value value) {
    return value != null && value.request < request && !value.isLazy ? value : null;
  }
}
