package thaw.app.choice;

import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.LimitsPolicy;
import thaw.environment.launch.NewMachine;

/** Chooses where a function's environments read their files from. */
public enum PageCacheChoice {
  /** This machine's page cache, which has them after the first start. */
  WARM,
  /** Storage that takes its time, in each environment anew, as on Lambda. */
  LAMBDA;

  public LimitsPolicy of(LimitsPolicy policy) {
    return switch (this) {
      case WARM -> policy;
      case LAMBDA -> policy.onNewMachines(NewMachine.READ_COST);
    };
  }

  public EnvironmentSpec of(EnvironmentSpec spec) {
    return spec.withLimits(of(spec.limits()));
  }

  /**
   * Returns the choice as an option of a command, with a blank before it; it is empty for the
   * default.
   */
  public String named() {
    return this == WARM ? "" : " --page-cache lambda";
  }
}
