package example;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import org.crac.Core;
import org.crac.Resource;

/** Handlers with hooks of snapshots. */
public final class Hooked {
  private static final String FAILING = System.getenv("FAILING_HOOK");

  private Hooked() {}

  private record Hook(String name) implements Resource {
    @Override
    public void beforeCheckpoint(org.crac.Context<? extends Resource> context) {
      tell("before " + name);
    }

    @Override
    public void afterRestore(org.crac.Context<? extends Resource> context) {
      tell("after " + name);
    }

    private void tell(String what) {
      System.out.println(what);
      if (what.equals(FAILING)) {
        throw new IllegalStateException("hook " + name);
      }
    }
  }

  public static final class Twice implements RequestHandler<String, String> {
    private final Hook first = new Hook("first");
    private final Hook second = new Hook("second");

    public Twice() {
      Core.getGlobalContext().register(first);
      Core.getGlobalContext().register(second);
    }

    @Override
    public String handleRequest(String value, Context context) {
      return value;
    }
  }
}
