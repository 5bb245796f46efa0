package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.explanation.WhyGallery;

/** Commands on pages say again what the command said that made them. */
class NamedChoicesTest {
  @Test
  void a_source_is_named_with_all_that_chooses_what_runs_and_quoted_for_a_shell() {
    SourceChoice source =
        SourceChoice.of(Path.of("my shop"))
            .withHandler(Optional.of("com.acme.Create::handle"))
            .withParameters(Map.of("Stage", "a b"))
            .withReachesHost(true)
            .withRegion(Optional.of("eu-west-1"));
    assertEquals(
        "'my shop' --handler com.acme.Create::handle --parameter 'Stage=a b' --reach-host"
            + " --region eu-west-1",
        source.named());
  }

  @Test
  void an_event_is_named_unless_it_cannot_be_read_again() {
    assertEquals("", EventChoice.usual().named());
    assertEquals("", EventChoice.of(Optional.of("-")).named());
    assertEquals(
        " --event events/get.json", EventChoice.of(Optional.of("events/get.json")).named());
    assertEquals(
        " --event '{\"id\":\"it'\\''s\"}'",
        EventChoice.of(Optional.of("{\"id\":\"it's\"}")).named());
  }

  @Test
  void data_are_named_without_the_number_of_a_random_order() {
    assertEquals(
        " --seed 'my data' --before Fill=events/fill.json",
        new DataChoice(List.of("7", "my data"), List.of("Fill=events/fill.json")).named());
  }

  @Test
  void folders_of_results_are_quoted_too() {
    assertEquals(
        "thaw why my-app --function F --seed data --compare 'my out' --out 'my out-after'",
        WhyGallery.compare("my-app --function F", " --seed data", Path.of("my out")));
  }
}
