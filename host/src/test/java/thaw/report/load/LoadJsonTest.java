package thaw.report.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.load.LatencyDistribution;
import thaw.load.LayerTax;
import thaw.load.LimitSearch;
import thaw.load.LoadGoal;
import thaw.load.LoadPlan;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;
import thaw.load.schedule.RateProfile;
import thaw.load.schedule.Schedule;
import thaw.problem.UserMistake;
import thaw.report.LoadExamples;

class LoadJsonTest {
  @TempDir Path folder;

  @Test
  void what_is_read_back_is_written_the_same_again() {
    LoadExamples.all()
        .forEach((name, runs) -> {
          if (name.equals("large")) {
            return; // it differs by its size only
          }
          Path file = folder.resolve(name).resolve("load.json");
          LoadJson.Content content =
              new LoadJson.Content(runs, LoadExamples.taxesOf(name), Optional.empty());
          LoadJson.write(content, file);
          assertEquals(LoadJson.text(content), LoadJson.text(LoadJson.read(file)), name);
        });
  }

  @Test
  void everything_that_was_measured_comes_back() {
    LoadResult run = LoadExamples.function();
    List<LayerTax> taxes = LoadExamples.taxes();
    LoadJson.write(
        new LoadJson.Content(List.of(run), taxes, Optional.empty()), folder.resolve("load.json"));
    LoadJson.Content content = LoadJson.read(folder.resolve("load.json"));
    LoadResult read = content.runs().getFirst();
    assertEquals(run.plan(), read.plan());
    assertEquals(run.begun(), read.begun());
    assertEquals(run.failures(), read.failures());
    assertEquals(run.coldStarts(), read.coldStarts());
    assertEquals(run.use(), read.use());
    assertEquals(run.reasons(), read.reasons());
    assertEquals(run.waits(), read.waits());
    assertEquals(run.complete(), read.complete());
    assertEquals(taxes, content.taxes());
    assertEquals(run.seconds().size(), read.seconds().size());
    for (int i = 0; i < run.seconds().size(); i++) {
      LoadSecond then = run.seconds().get(i);
      LoadSecond now = read.seconds().get(i);
      assertEquals(then.environments(), now.environments());
      assertEquals(then.sent(), now.sent());
      assertEquals(0, then.response().without(now.response()).count());
      assertEquals(0, then.lag().without(now.lag()).count());
      assertEquals(then.failedResponse().count(), now.failedResponse().count());
    }
    assertEquals(run.warmResponse().maxMillis(), read.warmResponse().maxMillis());
  }

  @Test
  void a_search_has_its_limit_in_the_words_of_its_page() throws Exception {
    List<LoadGoal> goals = List.of(LoadGoal.of("p99<100ms"), LoadGoal.of("failed<0.1%"));
    List<LoadResult> runs = List.of(LoadExamples.gateway());
    LimitAnswer limit =
        LimitAnswer.of(new LimitSearch.Found(OptionalDouble.of(240), true, true, runs), goals);
    Path file = folder.resolve("load.json");
    LoadFiles.write(
        new LoadJson.Content(runs, List.of(), Optional.of(limit)), goals, folder);
    JsonNode node = new ObjectMapper().readTree(file.toFile()).path("limit");
    assertEquals(240, node.path("requestsPerSecond").asDouble());
    assertTrue(node.path("mayBeHigher").asBoolean());
    assertTrue(node.path("generatorIsTheLimit").asBoolean());
    assertEquals("p99 <= 100 ms", node.at("/goals/0").asText());
    assertEquals(2, node.path("goals").size());
    assertTrue(node.at("/answer/0").asText().contains(" holds at 240 requests a second; "));
    assertEquals(Optional.of(limit), LoadJson.read(file).limit());
  }

  @Test
  void a_search_that_found_no_rate_has_a_limit_without_one() throws Exception {
    List<LoadGoal> goals = List.of(LoadGoal.of("p50<1us"));
    LimitAnswer limit =
        LimitAnswer.of(
            new LimitSearch.Found(OptionalDouble.empty(), false, false, List.of()), goals);
    Path file = folder.resolve("load.json");
    LoadJson.write(new LoadJson.Content(List.of(), List.of(), Optional.of(limit)), file);
    JsonNode node = new ObjectMapper().readTree(file.toFile()).path("limit");
    assertFalse(node.has("requestsPerSecond"), node.toString());
    assertEquals(
        "No rate was found at which p50 <= 0.001 ms holds.", node.at("/answer/0").asText());
    assertEquals(Optional.of(limit), LoadJson.read(file).limit());
  }

  @Test
  void a_run_that_is_no_search_has_no_limit() throws Exception {
    String text = LoadJson.text(only(LoadExamples.gateway()));
    assertFalse(new ObjectMapper().readTree(text).has("limit"));
    Path file = Files.writeString(folder.resolve("load.json"), text);
    assertEquals(Optional.empty(), LoadJson.read(file).limit());
  }

  @Test
  void the_page_names_each_member_of_a_document_and_of_its_limit() throws Exception {
    String page = Files.readString(Path.of("../docs/json.md"));
    String members = page.substring(page.indexOf("**`thaw-load-1`**"));
    members = members.substring(0, members.indexOf("\n\n"));
    LimitAnswer limit =
        LimitAnswer.of(
            new LimitSearch.Found(OptionalDouble.of(240), true, true, List.of()),
            List.of(LoadGoal.of("p99<100ms")));
    JsonNode node =
        new ObjectMapper()
            .readTree(
                LoadJson.text(
                    new LoadJson.Content(
                        List.of(LoadExamples.gateway()),
                        LoadExamples.taxes(),
                        Optional.of(limit))));
    List<String> names =
        new ArrayList<>(node.properties().stream().map(Map.Entry::getKey).toList());
    node.path("limit").fieldNames().forEachRemaining(names::add);
    assertEquals(9, names.size(), names.toString());
    for (String name : names) {
      assertTrue(members.contains("`" + name + "`") || name.equals("format"), name);
    }
  }

  private static LoadJson.Content only(LoadResult run) {
    return new LoadJson.Content(List.of(run), List.of(), Optional.empty());
  }

  @Test
  void every_kind_of_schedule_comes_back() throws Exception {
    RateProfile steps = RateProfile.steps(List.of(1.5, 20.0), Duration.ofSeconds(3));
    List<Schedule> schedules =
        List.of(
            new Schedule.Even(steps),
            new Schedule.Poisson(steps, 4711),
            new Schedule.Even(steps).between(Duration.ofMillis(500), Duration.ofSeconds(2)));
    for (Schedule schedule : schedules) {
      String json = LoadViews.MAPPER.writeValueAsString(schedule);
      assertEquals(schedule, LoadViews.MAPPER.readValue(json, Schedule.class), json);
    }
  }

  @Test
  void other_programs_find_quantiles_and_each_second_on_a_line() throws Exception {
    LoadResult run = LoadExamples.function();
    String text = LoadJson.text(only(run));
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not JSON",
        "[]",
        "{\"runs\": []}",
        "{\"format\": \"thaw-load-9\"}",
        "{\"format\": \"thaw-load-1\", \"runs\": [{}]}",
      })
  void a_file_that_is_none_is_a_mistake_with_a_remedy(String content) throws Exception {
    Path file = Files.writeString(folder.resolve("other.json"), content);
    UserMistake mistake = assertThrows(UserMistake.class, () -> LoadJson.read(file));
    assertTrue(mistake.getMessage().contains(file.toString()), mistake.getMessage());
    assertFalse(mistake.remedy().isBlank());
  }

  @Test
  void a_damaged_histogram_is_a_mistake() throws Exception {
    Path file = folder.resolve("load.json");
    LoadJson.write(only(LoadExamples.gateway()), file);
    Files.writeString(
        file, Files.readString(file).replaceAll("\"histogram\": \"....", "\"histogram\": \"AAAA"));
    assertThrows(UserMistake.class, () -> LoadJson.read(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lag", "begun", "schedule", "generator"})
  void a_run_without_what_makes_it_one_is_a_mistake(String member) throws Exception {
    Path file = folder.resolve("load.json");
    LoadJson.write(only(LoadExamples.gateway()), file);
    Files.writeString(file, Files.readString(file).replace('"' + member + '"', "\"other\""));
    assertThrows(UserMistake.class, () -> LoadJson.read(file));
  }

  @Test
  void a_file_that_is_not_there_is_a_mistake() {
    assertThrows(UserMistake.class, () -> LoadJson.read(folder.resolve("none.json")));
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
}
