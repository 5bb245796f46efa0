package thaw.platform.record;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * All functions, as records. Refuses to know what runs of them.
 *
 * <p>Thread-safe: readers see a record as it was at one moment; changes happen one after the other
 * under {@code lock}, and each is kept before anybody sees it.
 */
public final class Registry {
  private static final String KIND = "function";

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, FunctionRecord> functions = new ConcurrentSkipListMap<>();
  private final Records records;

  public Registry(Records records) {
    this.records = records;
  }

  public Collection<FunctionRecord> kept() {
    return records.all(KIND, FunctionRecord.class);
  }

  /** Takes a function without keeping it: it is kept already, or the template says it. */
  public void load(FunctionRecord function) {
    functions.put(function.name(), function);
  }

  public Collection<FunctionRecord> all() {
    return functions.values();
  }

  public Optional<FunctionRecord> find(String name) {
    return Optional.ofNullable(functions.get(name));
  }

  public FunctionRecord get(String name) {
    return find(name).orElseThrow(() -> Refused.functionNotFound(Arn.function(name)));
  }

  public void create(FunctionRecord function) {
    lock.lock();
    try {
      if (functions.containsKey(function.name())) {
        throw Refused.conflict("Function already exist: " + function.name());
      }
      keep(function);
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Refused when there is no such function
   */
  public FunctionRecord change(String name, UnaryOperator<FunctionRecord> change) {
    lock.lock();
    try {
      FunctionRecord changed = change.apply(get(name));
      keep(changed);
      return changed;
    } finally {
      lock.unlock();
    }
  }

  private void keep(FunctionRecord function) {
    records.put(KIND, function.name(), function);
    functions.put(function.name(), function);
  }

  public FunctionRecord remove(String name) {
    lock.lock();
    try {
      FunctionRecord function = get(name);
      records.remove(KIND, name);
      functions.remove(name);
      return function;
    } finally {
      lock.unlock();
    }
  }
}
