package thaw.runtime.background;

/**
 * The units of CloudWatch's metrics.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_MetricDatum.html">MetricDatum</a>
 */
public enum MetricUnit {
  SECONDS("Seconds"),
  MICROSECONDS("Microseconds"),
  MILLISECONDS("Milliseconds"),
  BYTES("Bytes"),
  KILOBYTES("Kilobytes"),
  MEGABYTES("Megabytes"),
  GIGABYTES("Gigabytes"),
  TERABYTES("Terabytes"),
  BITS("Bits"),
  KILOBITS("Kilobits"),
  MEGABITS("Megabits"),
  GIGABITS("Gigabits"),
  TERABITS("Terabits"),
  PERCENT("Percent"),
  COUNT("Count"),
  BYTES_PER_SECOND("Bytes/Second"),
  KILOBYTES_PER_SECOND("Kilobytes/Second"),
  MEGABYTES_PER_SECOND("Megabytes/Second"),
  GIGABYTES_PER_SECOND("Gigabytes/Second"),
  TERABYTES_PER_SECOND("Terabytes/Second"),
  BITS_PER_SECOND("Bits/Second"),
  KILOBITS_PER_SECOND("Kilobits/Second"),
  MEGABITS_PER_SECOND("Megabits/Second"),
  GIGABITS_PER_SECOND("Gigabits/Second"),
  TERABITS_PER_SECOND("Terabits/Second"),
  COUNT_PER_SECOND("Count/Second"),
  NONE("None");

  private final String wireName;

  MetricUnit(String wireName) {
    this.wireName = wireName;
  }

  /** Returns the unit's name in documents. */
  public String wireName() {
    return wireName;
  }
}
