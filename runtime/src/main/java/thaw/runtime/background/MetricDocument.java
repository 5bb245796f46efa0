package thaw.runtime.background;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A document of CloudWatch's embedded metric format: metrics with dimensions, and properties to
 * search logs by. As a line on standard output it is all that Lambda needs to make metrics of it.
 *
 * <pre>{@code
 * METRICS.publish(
 *     new MetricDocument("Shop")
 *         .dimension("Service", "orders")
 *         .metric("Latency", 12.5, MetricUnit.MILLISECONDS)
 *         .property("requestId", context.getAwsRequestId())
 *         .toBytes(System.currentTimeMillis()));
 * }</pre>
 *
 * <p>The limits of the specification are held here, for CloudWatch drops what breaks them without
 * telling the function. Not for several threads.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html">Specification:
 *     Embedded metric format</a>
 */
public final class MetricDocument {
  /** Metrics in a document. */
  public static final int MAX_METRICS = 100;

  /** Values of a metric in a document. */
  public static final int MAX_VALUES = 100;

  /** Dimensions of a metric. */
  public static final int MAX_DIMENSIONS = 30;

  /** The most bytes of a document, as of every log event. */
  public static final int MAX_BYTES = 1 << 20;

  private static final int MAX_NAME = 1024;
  private static final int MAX_DIMENSION_NAME = 250;
  private static final String METADATA = "_aws";

  /**
   * The largest value that CloudWatch takes, whose values are -2^360 to 2^360 (API_MetricDatum).
   */
  private static final double MAX_VALUE = Math.scalb(1.0, 360);

  private final String namespace;
  private final Map<String, String> dimensions = new LinkedHashMap<>();
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final Map<String, Metric> metrics = new LinkedHashMap<>();
  private final List<String[]> sets = new ArrayList<>();

  /** One metric with its values. */
  private static final class Metric {
    final MetricUnit unit;
    final boolean highResolution;
    double[] values = new double[1];
    int count;

    Metric(MetricUnit unit, boolean highResolution) {
      this.unit = unit;
      this.highResolution = highResolution;
    }

    void add(double value) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = value;
    }
  }

  /**
   * A document without metrics.
   *
   * @param namespace of the metrics, of 1 to 1,024 characters
   */
  public MetricDocument(String namespace) {
    this.namespace = named("namespace", namespace, MAX_NAME);
  }

  /**
   * A dimension of all metrics of this document.
   *
   * @param name of 1 to 250 printable ASCII characters, not beginning with a colon
   * @param value of 1 to 1,024 printable ASCII characters
   */
  public MetricDocument dimension(String name, String value) {
    ascii("dimension", name, MAX_DIMENSION_NAME);
    if (name.charAt(0) == ':') {
      throw new IllegalArgumentException("must not begin with a colon: dimension " + name);
    }
    refuseTaken(name);
    if (dimensions.size() == MAX_DIMENSIONS) {
      throw new IllegalArgumentException(
          "must be at most " + MAX_DIMENSIONS + " dimensions: one more is " + name);
    }
    dimensions.put(name, ascii("value of the dimension " + name, value, MAX_NAME));
    return this;
  }

  /**
   * Has each metric aggregated by some of the dimensions, which have been given before. Call it for
   * each set; without any call there is one set, of all dimensions.
   *
   * @param names none for a metric without dimensions
   */
  public MetricDocument aggregatedBy(String... names) {
    for (String name : names) {
      if (!dimensions.containsKey(name)) {
        throw new IllegalArgumentException("must be a dimension of the document: " + name);
      }
    }
    sets.add(names.clone());
    return this;
  }

  /** A value of a metric, kept by the minute; another one of the same name is added to it. */
  public MetricDocument metric(String name, double value, MetricUnit unit) {
    return metric(name, value, unit, false);
  }

  /** A value of a metric, kept by the second. */
  public MetricDocument highResolutionMetric(String name, double value, MetricUnit unit) {
    return metric(name, value, unit, true);
  }

  private MetricDocument metric(String name, double value, MetricUnit unit, boolean high) {
    if (!(Math.abs(value) <= MAX_VALUE)) {
      throw new IllegalArgumentException("must be -2^360..2^360: " + name + "=" + value);
    }
    Metric metric = metrics.get(name);
    if (metric == null) {
      named("metric", name, MAX_NAME);
      refuseTaken(name);
      if (metrics.size() == MAX_METRICS) {
        throw new IllegalArgumentException(
            "must be at most " + MAX_METRICS + " metrics: one more is " + name);
      }
      metric = new Metric(unit, high);
      metrics.put(name, metric);
    } else if (metric.unit != unit || metric.highResolution != high) {
      throw new IllegalArgumentException(
          "must have one unit and one resolution in a document: " + name);
    }
    if (metric.count == MAX_VALUES) {
      throw new IllegalArgumentException(
          "must be at most " + MAX_VALUES + " values: one more is of " + name);
    }
    metric.add(value);
    return this;
  }

  /** Something to find the log event by, of which no metric is made. */
  public MetricDocument property(String name, String value) {
    named("property", name, MAX_NAME);
    refuseTaken(name);
    properties.put(name, Objects.requireNonNull(value, name));
    return this;
  }

  /** All of them are members of one object. */
  private void refuseTaken(String name) {
    if (name.equals(METADATA)
        || dimensions.containsKey(name)
        || metrics.containsKey(name)
        || properties.containsKey(name)) {
      throw new IllegalArgumentException("must not be in the document already: " + name);
    }
  }

  /** Refuses a text that CloudWatch does not take in a dimension (API_Dimension). */
  private static String ascii(String what, String text, int longest) {
    named(what, text, longest);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~') {
        throw new IllegalArgumentException("must be printable ASCII: " + what + "=" + text);
      }
    }
    return text;
  }

  private static String named(String what, String text, int longest) {
    if (text.isBlank() || text.length() > longest) {
      throw new IllegalArgumentException(
          "must have 1.." + longest + " characters, and not only blanks: " + what + "=" + text);
    }
    return text;
  }

  /**
   * The document, as one line of JSON without its end.
   *
   * @param timestampMillis of the metrics, in milliseconds of Unix time: not older than 14 days,
   *     nor more than two hours ahead
   * @throws IllegalStateException without a metric, or when it is larger than a log event may be
   */
  public byte[] toBytes(long timestampMillis) {
    if (metrics.isEmpty()) {
      throw new IllegalStateException("a document must have a metric: namespace=" + namespace);
    }
    StringBuilder json = new StringBuilder(512);
    json.append("{\"_aws\":{\"Timestamp\":").append(timestampMillis);
    json.append(",\"CloudWatchMetrics\":[{\"Namespace\":");
    string(json, namespace);
    json.append(",\"Dimensions\":[");
    appendSets(json);
    json.append("],\"Metrics\":[");
    String separator = "";
    for (Map.Entry<String, Metric> each : metrics.entrySet()) {
      json.append(separator).append("{\"Name\":");
      string(json, each.getKey());
      json.append(",\"Unit\":\"").append(each.getValue().unit.wireName()).append('"');
      json.append(each.getValue().highResolution ? ",\"StorageResolution\":1}" : "}");
      separator = ",";
    }
    json.append("]}]}");
    appendStrings(json, dimensions);
    for (Map.Entry<String, Metric> each : metrics.entrySet()) {
      member(json, each.getKey());
      appendValues(json, each.getValue());
    }
    appendStrings(json, properties);
    byte[] document = json.append('}').toString().getBytes(StandardCharsets.UTF_8);
    if (document.length > MAX_BYTES) {
      throw new IllegalStateException(
          "a document must be at most " + MAX_BYTES + " bytes: " + document.length);
    }
    return document;
  }

  private void appendSets(StringBuilder json) {
    if (sets.isEmpty()) {
      appendSet(json, dimensions.keySet());
      return;
    }
    for (int i = 0; i < sets.size(); i++) {
      json.append(i == 0 ? "" : ",");
      appendSet(json, Arrays.asList(sets.get(i)));
    }
  }

  private static void appendSet(StringBuilder json, Iterable<String> names) {
    char separator = '[';
    for (String name : names) {
      json.append(separator);
      string(json, name);
      separator = ',';
    }
    json.append(separator == '[' ? "[]" : "]");
  }

  private static void appendStrings(StringBuilder json, Map<String, String> members) {
    for (Map.Entry<String, String> each : members.entrySet()) {
      member(json, each.getKey());
      string(json, each.getValue());
    }
  }

  private static void appendValues(StringBuilder json, Metric metric) {
    if (metric.count == 1) {
      number(json, metric.values[0]);
      return;
    }
    for (int i = 0; i < metric.count; i++) {
      json.append(i == 0 ? '[' : ',');
      number(json, metric.values[i]);
    }
    json.append(']');
  }

  private static void number(StringBuilder json, double value) {
    long whole = (long) value;
    if (whole == value && Math.abs(value) < 1L << 53) {
      json.append(whole);
    } else {
      json.append(value);
    }
  }

  private static void member(StringBuilder json, String name) {
    json.append(',');
    string(json, name);
    json.append(':');
  }

  private static void string(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u00").append((char) ('0' + (c >> 4))).append(Character.forDigit(c & 15, 16));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
