package thaw.tuning;

/**
 * A memory size with what its requests take.
 *
 * @param millis of a request: of the median one
 * @param usdOfMillion of a million of them
 */
public record WeighedSize(int memoryMiB, MedianRange millis, CostRange usdOfMillion) {}
