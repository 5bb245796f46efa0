package thaw.runtime.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against AWS's specification of the embedded metric format. */
class MetricDocumentTest {
  private final MetricDocument document = new MetricDocument("Shop");

  private String json() {
    return new String(document.toBytes(1574109732004L), StandardCharsets.UTF_8);
  }

  @Test
  void a_document_has_metadata_dimensions_values_and_properties() {
    document
        .dimension("Service", "orders")
        .dimension("Stage", "prod")
        .metric("Latency", 12.5, MetricUnit.MILLISECONDS)
        .highResolutionMetric("Orders", 3, MetricUnit.COUNT)
        .property("requestId", "989ffbf8");
    assertEquals(
        "{\"_aws\":{\"Timestamp\":1574109732004,\"CloudWatchMetrics\":[{\"Namespace\":\"Shop\","
            + "\"Dimensions\":[[\"Service\",\"Stage\"]],"
            + "\"Metrics\":[{\"Name\":\"Latency\",\"Unit\":\"Milliseconds\"},"
            + "{\"Name\":\"Orders\",\"Unit\":\"Count\",\"StorageResolution\":1}]}]},"
            + "\"Service\":\"orders\",\"Stage\":\"prod\","
            + "\"Latency\":12.5,\"Orders\":3,\"requestId\":\"989ffbf8\"}",
        json());
  }

  @Test
  void without_dimensions_there_is_one_empty_set() {
    document.metric("Cold", 1, MetricUnit.COUNT);
    assertTrue(json().contains("\"Dimensions\":[[]],"), json());
  }

  @Test
  void sets_of_dimensions_may_be_given() {
    document
        .dimension("Service", "orders")
        .dimension("Stage", "prod")
        .aggregatedBy("Service", "Stage")
        .aggregatedBy("Service")
        .aggregatedBy()
        .metric("Cold", 1, MetricUnit.COUNT);
    assertTrue(
        json().contains("\"Dimensions\":[[\"Service\",\"Stage\"],[\"Service\"],[]],"), json());
    assertThrows(IllegalArgumentException.class, () -> document.aggregatedBy("Absent"));
  }

  @Test
  void values_of_one_metric_are_a_list() {
    document
        .metric("Latency", 1, MetricUnit.SECONDS)
        .metric("Latency", 0.25, MetricUnit.SECONDS)
        .metric("Latency", 1e300 * 0 + 1e20, MetricUnit.SECONDS);
    assertTrue(json().contains("\"Latency\":[1,0.25,1.0E20]"), json());
  }

  @Test
  void strings_are_escaped_as_json_has_them() {
    document.metric("a\"b\\c\nd\u0001é\ud83d\ude00", 1, MetricUnit.NONE);
    assertTrue(json().contains("\"a\\\"b\\\\c\\u000ad\\u0001é\ud83d\ude00\":1"), json());
  }

  @Test
  void a_hundred_metrics_are_the_most() {
    for (int i = 0; i < 100; i++) {
      document.metric("m" + i, i, MetricUnit.COUNT);
    }
    document.metric("m99", 1, MetricUnit.COUNT);
    assertThrows(
        IllegalArgumentException.class, () -> document.metric("m100", 1, MetricUnit.COUNT));
  }

  @Test
  void a_hundred_values_are_the_most() {
    for (int i = 0; i < 100; i++) {
      document.metric("m", i, MetricUnit.COUNT);
    }
    assertThrows(IllegalArgumentException.class, () -> document.metric("m", 1, MetricUnit.COUNT));
  }

  @Test
  void thirty_dimensions_are_the_most() {
    for (int i = 0; i < 30; i++) {
      document.dimension("d" + i, "v");
    }
    assertThrows(IllegalArgumentException.class, () -> document.dimension("d30", "v"));
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e109, -1e109})
  void what_cloudwatch_takes_for_no_number_is_refused(double value) {
    assertThrows(
        IllegalArgumentException.class, () -> document.metric("m", value, MetricUnit.COUNT));
  }

  @Test
  void names_are_there_once() {
    document.dimension("name", "v");
    assertThrows(
        IllegalArgumentException.class, () -> document.metric("name", 1, MetricUnit.COUNT));
    assertThrows(IllegalArgumentException.class, () -> document.property("name", "v"));
    assertThrows(IllegalArgumentException.class, () -> document.dimension("name", "w"));
    assertThrows(IllegalArgumentException.class, () -> document.property("_aws", "v"));
    document.metric("m", 1, MetricUnit.COUNT);
    assertThrows(IllegalArgumentException.class, () -> document.metric("m", 1, MetricUnit.BYTES));
    assertThrows(
        IllegalArgumentException.class,
        () -> document.highResolutionMetric("m", 1, MetricUnit.COUNT));
  }

  @Test
  void names_have_their_lengths() {
    assertThrows(IllegalArgumentException.class, () -> new MetricDocument(" "));
    assertThrows(IllegalArgumentException.class, () -> new MetricDocument("n".repeat(1025)));
    assertThrows(IllegalArgumentException.class, () -> document.dimension("d".repeat(251), "v"));
    assertThrows(IllegalArgumentException.class, () -> document.dimension("d", "v".repeat(1025)));
    assertThrows(IllegalArgumentException.class, () -> document.dimension("d", ""));
    assertThrows(IllegalArgumentException.class, () -> document.dimension(":d", "v"));
    assertThrows(
        IllegalArgumentException.class,
        () -> document.metric("m".repeat(1025), 1, MetricUnit.COUNT));
  }

  @Test
  void dimensions_are_printable_ascii() {
    document.dimension("Stage ~", "a b~");
    assertThrows(IllegalArgumentException.class, () -> document.dimension("Größe", "v"));
    assertThrows(IllegalArgumentException.class, () -> document.dimension("d", "größer"));
    assertThrows(IllegalArgumentException.class, () -> document.dimension("d", "a\tb"));
    assertThrows(IllegalArgumentException.class, () -> document.dimension("d", "a\u007f"));
  }

  @Test
  @SuppressWarnings("NullAway")
  void a_property_without_a_value_is_refused_at_once() {
    assertThrows(NullPointerException.class, () -> document.property("p", null));
  }

  @Test
  void a_document_without_a_metric_or_of_more_than_a_mebibyte_is_none() {
    assertThrows(IllegalStateException.class, () -> document.toBytes(0));
    document.metric("m", 1, MetricUnit.COUNT).property("p", "x".repeat(1 << 20));
    assertThrows(IllegalStateException.class, () -> document.toBytes(0));
  }

  @Test
  void all_units_of_cloudwatch_are_there() {
    assertEquals(27, MetricUnit.values().length);
    assertEquals("Kilobytes/Second", MetricUnit.KILOBYTES_PER_SECOND.wireName());
  }
}
