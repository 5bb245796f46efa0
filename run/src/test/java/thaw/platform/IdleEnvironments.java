package thaw.platform;

/** How many environments of a function wait for a request. */
public final class IdleEnvironments {
  private IdleEnvironments() {}

  public static int of(Platform platform, String function) {
    return platform
        .deployments
        .of(function, platform.registry.get(function).latest())
        .pool()
        .idleCount();
  }
}
