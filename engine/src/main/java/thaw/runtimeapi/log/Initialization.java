package thaw.runtimeapi.log;

/**
 * Tells how an environment comes to be initialised, as {@code AWS_LAMBDA_INITIALIZATION_TYPE} says.
 */
public enum Initialization {
  /** The init phase that a request waits for. */
  ON_DEMAND("on-demand"),

  /** The init ahead of requests, because so many environments were ordered. */
  PROVISIONED_CONCURRENCY("provisioned-concurrency"),

  /** The one init of a published version, to take the snapshot that its environments start from. */
  SNAP_START("snap-start"),

  /**
   * The init ahead of requests, of which the environment will take many at a time: Lambda Managed
   * Instances.
   */
  MANAGED_INSTANCES("lambda-managed-instances");

  private final String lambdaName;

  Initialization(String lambdaName) {
    this.lambdaName = lambdaName;
  }

  public String lambdaName() {
    return lambdaName;
  }
}
