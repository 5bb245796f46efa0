package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import thaw.attribution.TrainingCoverage;
import thaw.attribution.TrainingCoverage.Origin;
import thaw.attribution.TrainingCoverage.Request;

class TrainingReportTest {
  private static final Request FIRST =
      new Request(
          "0001-a.json", false, 2000, 20, OptionalInt.of(100), List.of(new Origin("a.jar", 20)));
  private static final Request SECOND =
      new Request(
          "0002-b.json",
          false,
          2500,
          50,
          OptionalInt.of(60),
          List.of(
              new Origin("made at run time", 20),
              new Origin("a.jar", 10),
              new Origin("b.jar", 8),
              new Origin("c.jar", 7),
              new Origin("d.jar", 3),
              new Origin("java.base", 2)));
  private static final Request UNSEEN =
      new Request("real.json", true, 2001, 100, OptionalInt.empty(), List.of());

  @Test
  void lines_tell_the_least_share_of_what_has_trained_was_left_out_and_was_not_there() {
    assertEquals(
        List.of(
            "the training covers 98.0 % of the 2,500 classes of a first request with 0002-b.json,"
                + " the least of 2 events; 50 are missing: 20 made at run time, 10 a.jar, 8 b.jar,"
                + " 7 c.jar, 5 others",
            "of an event that is left out of it, it covers 95.0 % (0001-a.json, the least of 2,"
                + " each left out in turn)",
            "the training covers 95.0 % of the 2,001 classes of a first request with real.json,"
                + " which is not in it"),
        TrainingReport.lines(new TrainingCoverage(List.of(FIRST, SECOND, UNSEEN), 2)));
  }

  @Test
  void with_events_that_were_not_started_the_share_of_one_left_out_is_a_least_one() {
    assertEquals(
        "of an event that is left out of it, it covers at least 95.0 % (0001-a.json, the least of 2,"
            + " each left out in turn; 7 more have trained it and were not started)",
        TrainingReport.lines(new TrainingCoverage(List.of(FIRST, SECOND, UNSEEN), 9)).get(1));
  }

  @Test
  void a_single_event_is_told_to_be_no_measure_of_others() {
    Request alone = new Request("0001-a.json", false, 2000, 0, OptionalInt.empty(), List.of());
    assertEquals(
        List.of(
            "the training covers 100.0 % of the 2,000 classes of a first request with 0001-a.json",
            "how far it covers other events is unknown: there is one event; record more, or give"
                + " some with --unseen"),
        TrainingReport.lines(new TrainingCoverage(List.of(alone), 1)));
    assertEquals(
        2,
        TrainingReport.lines(new TrainingCoverage(List.of(alone, UNSEEN), 1)).size(),
        "an unseen event is an answer");
  }

  @Test
  void the_document_has_a_row_for_each_event() throws Exception {
    JsonNode document =
        new ObjectMapper()
            .readTree(
                TrainingReport.json("Create", new TrainingCoverage(List.of(FIRST, UNSEEN), 12)));
    assertEquals("thaw-training-1", document.path("format").asText());
    assertEquals("Create", document.path("function").asText());
    assertEquals(12, document.path("trained").asInt());
    JsonNode first = document.path("requests").get(0);
    assertEquals("0001-a.json", first.path("event").asText());
    assertEquals(0.99, first.path("share").asDouble());
    assertEquals(100, first.path("missingLeftOut").asInt());
    assertEquals(0.95, first.path("shareLeftOut").asDouble());
    assertEquals("a.jar", first.path("origins").get(0).path("name").asText());
    assertTrue(document.path("requests").get(1).path("unseen").asBoolean());
    assertTrue(document.path("requests").get(1).path("shareLeftOut").isNull());
  }
}
