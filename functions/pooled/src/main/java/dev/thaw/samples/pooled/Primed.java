package dev.thaw.samples.pooled;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import org.crac.Core;
import org.crac.Resource;

/** The same pool and hook, and a hook that reads before that closes the connections. */
public final class Primed implements RequestHandler<Map<String, String>, Map<String, Object>>, Resource {
  private static final int READS = 20;

  private final Reopened reopened = new Reopened();

  public Primed() {
    Core.getGlobalContext().register(this); // later than the pool's hook, so it runs before that
  }

  @Override
  public Map<String, Object> handleRequest(Map<String, String> event, Context context) {
    return reopened.handleRequest(event, context);
  }

  /** What a query loads and has compiled is in the snapshot. */
  @Override
  public void beforeCheckpoint(org.crac.Context<? extends Resource> context) {
    for (int i = 0; i < READS; i++) {
      Reopened.visits("Pepper");
    }
  }

  @Override
  public void afterRestore(org.crac.Context<? extends Resource> context) {
    // The pool's own hook has opened a connection.
  }
}
