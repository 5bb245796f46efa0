package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.experiment.ExperimentResult;
import thaw.experiment.VariantSetting;
import thaw.experiment.Warning;
import thaw.remedy.priming.GeneratedPriming;
import thaw.remedy.priming.SafeCall;
import thaw.remedy.priming.UsedPriming;
import thaw.tuning.LambdaPrices;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartRisk;
import thaw.tuning.SnapStartSamples;

class SnapStartTerminalTest {
  private static SnapStartComparison comparison(ExperimentResult result) {
    return SnapStartComparison.of(result, LambdaPrices.published(LambdaPrices.X86_64));
  }

  private static String rendered(ExperimentResult result) {
    return SnapStartTerminal.render(comparison(result), result, SnapStartDetails.NONE, 200, false);
  }

  @Test
  void each_kind_of_snapshot_has_its_verdict_with_time_money_and_intervals() {
    String text = rendered(SnapStartSamples.of("java25", 6, 300, 2_000));
    assertTrue(text.contains("Create, 1,024 MB, Temurin 25.0.3+9\n"), text);
    assertTrue(text.contains("as the function is: pays here: it saves 700 ("), text);
    assertTrue(text.contains("primed with the event: hurts here: it costs 1,000 ("), text);
    assertTrue(text.contains("USD of a million cold starts"), text);
  }

  @Test
  void a_function_is_called_as_its_owner_calls_it() {
    ExperimentResult result = SnapStartSamples.of("java25", 6, 300, 2_000);
    ExperimentResult titled =
        new ExperimentResult(
            result.title(),
            result.host(),
            result.method(),
            result.variants().stream()
                .map(each ->
                    each.withSetting(
                        Optional.of(
                            new VariantSetting(
                                1_024,
                                "java25",
                                Optional.empty(),
                                false,
                                false,
                                Optional.of("orders-prod")))))
                .toList(),
            result.warnings());
    assertTrue(rendered(titled).contains("orders-prod, 1,024 MB, Temurin"), rendered(titled));
    Lead lead = SnapStartText.lead(comparison(titled), titled, SnapStartDetails.NONE);
    assertTrue(lead.answers().getFirst().toString().contains("orders-prod"), lead.toString());
    assertEquals("Create", comparison(titled).cases().getFirst().function());
  }

  @Test
  void what_is_not_proven_to_pay_is_said_to_be_chance() {
    ExperimentResult result = SnapStartSamples.of("java25", 6, 1_000, 2_000);
    String chance = "USD of a million cold starts, which may be chance";
    String text = rendered(result);
    assertTrue(text.contains("as the function is: shows no gain here: it "), text);
    assertTrue(text.contains(chance + "; 1,035 ms"), text);
    Lead.Answer answer =
        SnapStartText.lead(comparison(result), result, SnapStartDetails.NONE).answers().getFirst();
    assertTrue(answer.rest().endsWith(chance + "."), answer.rest());
  }

  @Test
  void dollars_of_a_busy_machine_are_told_with_a_word() {
    ExperimentResult calm = SnapStartSamples.of("java25", 6, 300, 2_000);
    String word = "Milliseconds and USD have the time of other programs in them";
    assertFalse(rendered(calm).contains(word));
    ExperimentResult busy =
        new ExperimentResult(
            calm.title(),
            calm.host(),
            calm.method(),
            calm.variants(),
            List.of(new Warning("others", "1.7 of 2 CPUs", "close them", true, false)),
            calm.budget());
    assertTrue(rendered(busy).contains(word), rendered(busy));
    Lead.Answer answer =
        SnapStartText.lead(comparison(busy), busy, SnapStartDetails.NONE).answers().getFirst();
    assertTrue(answer.rest().contains(word), answer.rest());
  }

  @Test
  void how_much_longer_lambdas_restore_may_take_is_only_told_where_it_pays() {
    String bound = "it pays on Lambda as long as its restore takes less than";
    assertTrue(rendered(SnapStartSamples.of("java25", 6, 300, 300)).contains(bound));
    assertFalse(rendered(SnapStartSamples.of("java25", 6, 1_000, 2_000)).contains(bound));
  }

  @Test
  void how_it_is_deployed_is_told_where_it_pays_by_what_can_be_deployed() {
    String how = "SnapStart: {ApplyOn: PublishedVersions} and, for SAM, AutoPublishAlias: live";
    ExperimentResult pays = SnapStartSamples.of("java25", 6, 300, 2_000);
    assertTrue(rendered(pays).contains(how), rendered(pays));
    Lead.Part part =
        SnapStartText.lead(comparison(pays), pays, SnapStartDetails.NONE).parts().getFirst();
    assertTrue(part.sentences().stream().anyMatch(each -> each.contains(how)));
    assertFalse(rendered(SnapStartSamples.of("java25", 6, 1_000, 300)).contains(how), "the event");
  }

  @Test
  void programs_read_the_same(@TempDir Path folder) throws IOException {
    ExperimentResult result = SnapStartSamples.of("java25", 6, 300, 2_000);
    Path file = folder.resolve("snapstart.json");
    SnapStartJson.write(comparison(result), result, SnapStartDetails.NONE, Optional.empty(), file);
    JsonNode document = new ObjectMapper().readTree(file.toFile());
    assertEquals("thaw-snapstart-1", document.path("format").asText());
    JsonNode gain = document.path("functions").path(0).path("gains").path(1);
    assertEquals("HURTS", gain.path("verdict").asText());
    assertEquals(-1_000, gain.path("savedMillis").path("median").asDouble(), 1e-6);
    assertTrue(gain.path("invokedBefore").asBoolean());
  }

  @Test
  void what_a_snapshot_breaks_is_told_with_its_remedy_but_for_the_code() {
    ExperimentResult result = SnapStartSamples.of("java25", 6, 300, 100);
    SnapStartRisk risk =
        new SnapStartRisk(
            SnapStartRisk.Kind.DEAD_CONNECTION, "1 to 10.0.0.1:5432", "make another\ncode();");
    SnapStartDetails details =
        new SnapStartDetails(
            List.of(),
            List.of(
                new SnapStartDetails.OfFunction(
                    "Create", 1_024, List.of(risk), Optional.of(Path.of("why.html")))));
    String text = SnapStartTerminal.render(comparison(result), result, details, 200, false);
    assertTrue(text.contains("    dead connection: 1 to 10.0.0.1:5432\n"), text);
    assertTrue(text.contains("      remedy: make another: the code is in the report\n"), text);
    assertFalse(text.contains("code();"), text);
    assertTrue(text.contains("  a restore explained: why.html\n"), text);
  }

  @Test
  void a_function_that_fails_when_it_is_restored_is_told_so_first_with_cause_and_remedy() {
    ExperimentResult result = SnapStartSamples.failing("Unable to load credentials.");
    SnapStartDetails details =
        new SnapStartDetails(
            List.of(),
            List.of(
                new SnapStartDetails.OfFunction(
                    "Create",
                    1_024,
                    List.of(
                        new SnapStartRisk(SnapStartRisk.Kind.NOT_UNIQUE, "a.B.id", ""),
                        new SnapStartRisk(
                            SnapStartRisk.Kind.CREDENTIALS, "no keys: a.B", "ask Lambda", true)),
                    Optional.empty())));
    String cause =
        "as the function is, 6 of 6 restores failed: SdkClientException: Unable to load"
            + " credentials.";
    String text = SnapStartTerminal.render(comparison(result), result, details, 200, false);
    assertTrue(
        text.startsWith(
            """
            Create, 1,024 MB, Temurin 25.0.3+9
            Create, 1,024 MB, fails with SnapStart
              %s
              Cause: no keys: a.B. Remedy: ask Lambda.
            """
                .formatted(cause)),
        text);
    assertFalse(text.contains("To deploy it"), text);
    assertFalse(text.contains("it pays on Lambda as long as"), text);
    assertTrue(text.contains("which is not as on Lambda"), text);
    assertFalse(text.contains("pays here"), text);
    Lead.Answer answer =
        SnapStartText.lead(comparison(result), result, details).answers().getFirst();
    assertEquals("Create, 1,024 MB, fails with SnapStart", answer.strong());
    assertEquals(": " + cause + " Cause: no keys: a.B. Remedy: ask Lambda.", answer.rest());
    Lead.Answer unknown =
        SnapStartText.lead(comparison(result), result, SnapStartDetails.NONE).answers().getFirst();
    assertTrue(unknown.rest().contains("so a restore is the cause"), unknown.rest());
  }

  @Test
  void a_start_that_is_not_as_on_lambda_makes_no_verdict() {
    ExperimentResult all = SnapStartSamples.of("java25", 6, 300, 100);
    ExperimentResult result =
        new ExperimentResult(
            all.title(),
            all.host(),
            all.method(),
            List.of(all.variants().get(0), all.variants().get(2)),
            all.warnings(),
            all.budget());
    Lead.Answer answer =
        SnapStartText.lead(comparison(result), result, SnapStartDetails.NONE).answers().getFirst();
    assertEquals("There is no verdict for Create, 1,024 MB", answer.strong());
  }

  private static final GeneratedPriming PRIMING =
      new GeneratedPriming(
          "Create",
          "example.Create",
          List.of("a.A", "a.B"),
          Set.of("a.B"),
          List.of(new SafeCall("jackson", "an ObjectMapper writes", "it is dropped")),
          List.of(new SafeCall("request 404 {}", "a request", "a.Filter.run runs for it")));

  private static SnapStartDetails primedWith(String... jvmOptions) {
    return new SnapStartDetails(
        List.of(
            new SnapStartDetails.Written(
                new UsedPriming(PRIMING, List.of(jvmOptions)), Path.of("priming"))),
        List.of());
  }

  @Test
  void a_generated_priming_is_told_with_its_calls() {
    ExperimentResult result = SnapStartSamples.of("java25", 6, 300, 100);
    String text = SnapStartTerminal.render(comparison(result), result, primedWith(), 200, false);
    String line =
        "  generated priming: 2 classes, 1 of them initialised, and 1 safe call, in priming";
    assertTrue(text.contains(line + "\n    an ObjectMapper writes\n"), text);
    assertTrue(text.contains("    not done: a request: a.Filter.run runs for it\n"), text);
  }

  @Test
  void the_page_begins_with_whether_it_pays_by_what_can_be_deployed_and_has_the_hook() {
    ExperimentResult result = SnapStartSamples.of("java25", 6, 300, 100);
    Lead lead = SnapStartText.lead(comparison(result), result, primedWith());
    Lead.Answer answer = lead.answers().getFirst();
    assertEquals("SnapStart pays here for Create, 1,024 MB", answer.strong());
    assertTrue(
        answer
            .rest()
            .startsWith(
                ": as the function is, the response comes after 335 ms, without SnapStart after"
                    + " 1,035 ms, and it saves 700 ("),
        answer.rest());
    Lead.Part part = lead.parts().getFirst();
    assertTrue(part.files().getFirst().text().contains("class GeneratedPriming"), "the hook");
    assertTrue(
        part.sentences().stream().anyMatch(each -> each.contains("it pays on Lambda as long as")),
        part.sentences().toString());
  }

  @Test
  void an_option_that_only_the_primed_function_has_is_told(@TempDir Path folder)
      throws IOException {
    ExperimentResult result = SnapStartSamples.of("java25", 6, 300, 100);
    SnapStartDetails details = primedWith("-XX:+DisableExplicitGC");
    String text = SnapStartTerminal.render(comparison(result), result, details, 200, false);
    assertTrue(text.contains("    its JVM also has -XX:+DisableExplicitGC, so that "), text);
    Path file = folder.resolve("snapstart.json");
    SnapStartJson.write(comparison(result), result, details, Optional.empty(), file);
    JsonNode options = new ObjectMapper().readTree(file.toFile()).at("/primings/0/jvmOptions");
    assertEquals("[\"-XX:+DisableExplicitGC\"]", options.toString());
  }
}
