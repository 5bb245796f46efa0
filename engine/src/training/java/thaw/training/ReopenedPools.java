package thaw.training;

import com.amazonaws.services.lambda.crac.Context;
import com.amazonaws.services.lambda.crac.Resource;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Does around a snapshot what a hook of the function's own should do: closes the connections of its
 * HikariCP pools before it, and opens one of each after a restore. A pool fills itself again as
 * soon as a connection is gone, unless it may have none that are idle.
 */
final class ReopenedPools implements Resource {
  private static final int SECONDS = 5;
  private static final int CLOSING_MILLIS = 100;
  private static final int LEAST_ROUNDS = 2;
  private static final int MOST_ROUNDS = 50;

  private final String fields;
  private final Map<Object, Integer> pools = new LinkedHashMap<>(); // with the idle ones they want

  /**
   * @param fields of classes that the function has, {@code com.example.Handler.DATA}, with commas
   */
  ReopenedPools(String fields) {
    this.fields = fields;
  }

  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (String each : fields.split(",")) {
      int dot = each.lastIndexOf('.');
      Class<?> type = Class.forName(each.substring(0, dot), true, loader);
      Field field = type.getDeclaredField(each.substring(dot + 1));
      field.setAccessible(true);
      Object holder =
          Modifier.isStatic(field.getModifiers()) ? null : HeldHandler.find(loader);
      Object pool = field.get(holder);
      Object bean = call(pool, "getHikariPoolMXBean");
      if (bean != null) { // it has begun
        pools.put(pool, (int) call(pool, "getMinimumIdle"));
        setMinimumIdle(pool, 0);
        empty(bean);
      }
    }
  }

  /** Threads of the pool close its connections, and may just be opening one. */
  private static void empty(Object bean) throws Exception {
    for (int round = 0;
        round < LEAST_ROUNDS
            || round < MOST_ROUNDS && (int) call(bean, "getTotalConnections") > 0;
        round++) {
      call(bean, "softEvictConnections");
      Thread.sleep(CLOSING_MILLIS);
    }
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) throws Exception {
    for (Map.Entry<Object, Integer> each : pools.entrySet()) {
      try (Connection connection = ((DataSource) each.getKey()).getConnection()) {
        if (!connection.isValid(SECONDS)) {
          throw new IllegalStateException("the pool's new connection is not valid");
        }
      }
      setMinimumIdle(each.getKey(), each.getValue());
    }
  }

  private static Object call(Object on, String method) throws Exception {
    Method found = on.getClass().getMethod(method);
    found.setAccessible(true);
    return found.invoke(on);
  }

  private static void setMinimumIdle(Object pool, int connections) throws Exception {
    pool.getClass().getMethod("setMinimumIdle", int.class).invoke(pool, connections);
  }
}
