package thaw.function.resource;

/**
 * A stream of Kinesis that the template declares, or that an event of it names.
 *
 * @param logicalId the resource's name in the template
 * @param shards at least one
 */
public record DataStream(String logicalId, String name, int shards) {
  /** The number of shards that AWS gives to a stream that scales by itself. */
  public static final int ON_DEMAND = 4;
}
