package thaw.platform;

/** Whether a version on managed instances is to have environments. */
public enum Activity {
  ACTIVE("Active"),

  /** It is to have none, and some have not ended yet. */
  DEACTIVATING("Deactivating"),

  DEACTIVATED("Deactivated");

  private final String lambdaName;

  Activity(String lambdaName) {
    this.lambdaName = lambdaName;
  }

  /** Returns the name that the API has for the state. */
  public String lambdaName() {
    return lambdaName;
  }
}
