package thaw.load.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.load.LatencyDistribution;
import thaw.load.LayerTax;
import thaw.load.LoadPlan;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;
import thaw.load.RateProfile;
import thaw.load.Schedule;

class LoadJsonTest {
  @TempDir Path folder;

  @Test
  void the_page_names_each_member_of_a_document() throws Exception {
    String page = Files.readString(Path.of("../docs/json.md"));
    String members = page.substring(page.indexOf("**`thaw-load-1`**"));
    members = members.substring(0, members.indexOf("\n\n"));
    JsonNode node =
        new ObjectMapper()
            .readTree(LoadJson.text(List.of(LoadExamples.gateway()), LoadExamples.taxes()));
    List<String> names = node.properties().stream().map(Map.Entry::getKey).toList();
    assertEquals(3, names.size(), names.toString());
    for (String name : names) {
      assertTrue(members.contains("`" + name + "`") || name.equals("format"), name);
    }
  }

  @Test
  void a_schedule_is_told_by_its_kind_and_its_phases() throws Exception {
    RateProfile steps = RateProfile.steps(List.of(1.5, 20.0), Duration.ofSeconds(3));
    String phases =
        "[{\"fromRate\":1.5,\"toRate\":1.5,\"nanos\":1500000000},"
            + "{\"fromRate\":20.0,\"toRate\":20.0,\"nanos\":1500000000}]";
    assertEquals(
        "{\"kind\":\"even\",\"phases\":" + phases + "}",
        LoadJson.MAPPER.writeValueAsString(new Schedule.Even(steps)));
    assertEquals(
        "{\"kind\":\"poisson\",\"seed\":4711,\"phases\":" + phases + "}",
        LoadJson.MAPPER.writeValueAsString(new Schedule.Poisson(steps, 4711)));
  }

  @Test
  void other_programs_find_quantiles_and_each_second_on_a_line() throws Exception {
    LoadResult run = LoadExamples.function();
    String text = LoadJson.text(List.of(run), List.of());
    JsonNode node = new ObjectMapper().readTree(text).at("/runs/0");
    assertEquals(run.response().at(0.99), node.at("/totals/response/p99").asDouble(), 1e-9);
    assertEquals(
        run.response().count() - run.coldStarts().size(),
        node.at("/totals/responseWithoutColdStarts/count").asLong());
    assertEquals(
        run.seconds().size(),
        text.lines().filter(line -> line.strip().startsWith("{ \"index\": ")).count());
    assertFalse(new ObjectMapper().readTree(text).at("/runs/0/seconds/0/lag").has("nonsense"));
    assertTrue(text.length() < 1_000_000, text.length() + " characters");
  }

  @Test
  void the_percentile_text_has_the_run_s_maximum_and_count() throws Exception {
    LoadResult run = LoadExamples.gateway();
    List<Path> files =
        LoadHgrm.write(List.of(run, named(run, "../../etc/x"), named(run, "..")), folder);
    assertEquals(
        List.of("gateway.hgrm", "etc-x.hgrm", "run.hgrm"),
        files.stream().map(file -> file.getFileName().toString()).toList());
    String text = Files.readString(files.getFirst());
    assertTrue(text.contains("Value     Percentile TotalCount 1/(1-Percentile)"), text);
    assertTrue(text.contains("Total count    =         " + run.response().count()), text);
  }

  @Test
  void runs_of_one_name_have_a_file_each() {
    LoadResult run = LoadExamples.gateway();
    List<Path> files = LoadHgrm.write(List.of(run, named(run, "Gateway"), run), folder);
    assertEquals(3, files.stream().distinct().count());
    files.forEach(file -> assertTrue(Files.exists(file)));
  }

  @Test
  void cold_and_warm_responses_are_all_responses() {
    LoadResult run = LoadExamples.function();
    LatencyDistribution cold = run.coldResponse();
    assertEquals(14, cold.count());
    assertEquals(run.response().count(), cold.count() + run.warmResponse().count());
    assertTrue(run.warmResponse().maxMillis() < cold.minMillis());
  }

  private static LoadResult named(LoadResult run, String name) {
    return new LoadResult(
        new LoadPlan(name, run.plan().target(), run.plan().schedule(), run.plan().timeout()),
        run.begun(),
        run.complete(),
        run.scheduled(),
        run.seconds(),
        run.failures(),
        run.coldStarts(),
        run.waits(),
        run.use(),
        run.reasons());
  }

  @Test
  void a_run_of_load_is_written_as_ever() throws Exception {
    LoadResult run = LoadExamples.invalid();
    LoadSecond second = run.seconds().get(1);
    LatencyDistribution none = LatencyDistribution.ofNanos();
    LoadSecond idle =
        new LoadSecond(
            0, 7, 0, 0, 0, OptionalInt.empty(), none, none, none, none, none, Optional.empty());
    LoadResult shorter =
        new LoadResult(
            run.plan(),
            run.begun(),
            run.complete(),
            run.scheduled(),
            List.of(idle, second),
            run.failures(),
            List.of(),
            run.waits(),
            run.use(),
            run.reasons());
    LayerTax unknown =
        LayerTax.of("gateway", shorter, LoadExamples.unanswered(), Duration.ofSeconds(1));
    assertEquals(
        golden(),
        LoadJson.text(List.of(shorter), List.of(LoadExamples.taxes().getFirst(), unknown))
            .replaceAll("\"histogram\": \"[^\"]+\"", "\"histogram\": \"...\""));
  }

  private static String golden() throws Exception {
    try (InputStream file = LoadJsonTest.class.getResourceAsStream("/thaw/load/two-seconds.json")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
