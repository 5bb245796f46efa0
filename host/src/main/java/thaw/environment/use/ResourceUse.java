package thaw.environment.use;

/**
 * What an environment uses.
 *
 * @param cpuPercent of its vCPUs; more than 100 where nothing limits them
 * @param memoryPercent of its memory
 */
public record ResourceUse(double cpuPercent, double memoryPercent) {
  public static final ResourceUse NONE = new ResourceUse(0, 0);
}
