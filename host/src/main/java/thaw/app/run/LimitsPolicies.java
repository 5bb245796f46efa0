package thaw.app.run;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import thaw.app.choice.PageCacheChoice;
import thaw.environment.launch.LimitsPolicy;
import thaw.function.FunctionDefinition;

/** Tells how environments are limited. */
public sealed interface LimitsPolicies {
  /** Environments have Lambda's limits, with or without the freeze between requests. */
  record Limited(boolean freezes, PageCacheChoice pageCache) implements LimitsPolicies {
    /** Has environments read from this machine's page cache. */
    public Limited(boolean freezes) {
      this(freezes, PageCacheChoice.WARM);
    }
  }

  /** Environments can be reached by a debugger, see {@link Debugging}. */
  record Debugged(int firstPort, boolean suspends) implements LimitsPolicies {}

  /** Returns whether time is limited, of functions and of the APIs before them. */
  default boolean limitsTime() {
    return switch (this) {
      case Limited _ -> true;
      case Debugged _ -> false;
    };
  }

  /**
   * @param said gets a line for each port that is opened
   */
  default Function<FunctionDefinition, LimitsPolicy> of(
      List<FunctionDefinition> functions, Consumer<String> said) {
    return switch (this) {
      case Limited(boolean freezes, PageCacheChoice pageCache) ->
          _ -> pageCache.of(freezes ? LimitsPolicy.LAMBDA : LimitsPolicy.UNFROZEN);
      case Debugged(int firstPort, boolean suspends) ->
          new Debugging(functions, firstPort, suspends, said)::limits;
    };
  }
}
