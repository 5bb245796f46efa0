package thaw.timeline;

import thaw.files.ResourceProperties;

/**
 * What AWS takes for durable executions, in USD, in the first tier and without the free one.
 *
 * @param gbSecond of a GB of memory for a second
 * @param request of an invocation, beside its time
 * @param operation of one durable operation
 * @param writtenGb of payloads that are checkpointed
 * @param retainedGbMonth of payloads that are kept for 30 days
 * @param region for which they hold
 * @param source where they were read
 * @param read when, as {@code 2026-11-30}
 */
public record DurablePrices(
    double gbSecond,
    double request,
    double operation,
    double writtenGb,
    double retainedGbMonth,
    String region,
    String source,
    String read) {
  private static final String FILE = "/thaw/timeline/durable-prices.properties";
  private static final double MILLION = 1e6;

  /**
   * The published ones.
   *
   * @param gbSecond what a GB-second of any function costs
   * @param millionRequests what a million requests to any function cost
   */
  public static DurablePrices published(double gbSecond, double millionRequests) {
    ResourceProperties file = new ResourceProperties(DurablePrices.class, FILE);
    return new DurablePrices(
        gbSecond,
        millionRequests / MILLION,
        file.number("millionOperations") / MILLION,
        file.number("writtenGb"),
        file.number("retainedGbMonth"),
        file.text("region"),
        file.text("source"),
        file.text("read"));
  }
}
