package thaw.load.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import thaw.json.Json;
import thaw.load.ColdRequest;
import thaw.load.Failure;
import thaw.load.GeneratorUse;
import thaw.load.HostUse;
import thaw.load.LatencyDistribution;
import thaw.load.LayerTax;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;

class LoadHtmlTest {
  private static final int MOST_BYTES = 250_000;

  private static String page(List<LoadResult> runs, List<LayerTax> taxes) {
    return LoadHtml.page(runs, taxes, List.of());
  }

  private static String page(String name) {
    return page(LoadExamples.all().get(name), LoadExamples.taxesOf(name));
  }

  private static String data(String page) {
    Matcher data =
        Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>")
            .matcher(page);
    assertTrue(data.find());
    return data.group(1);
  }

  @Test
  void a_page_is_small_without_its_data() {
    for (String name : LoadExamples.all().keySet()) {
      String page = page(name);
      int bytes =
          page.getBytes(StandardCharsets.UTF_8).length
              - data(page).getBytes(StandardCharsets.UTF_8).length;
      assertTrue(bytes < MOST_BYTES, name + ": " + bytes + " bytes");
    }
  }

  @Test
  void names_targets_failures_and_reasons_stay_text() {
    String page = page("hostile");
    assertFalse(page.contains("<img"), "an element of a name");
    assertEquals(2, page.split("<script", -1).length - 1, "scripts");
    assertTrue(page.contains("{{data}}"), "what looks like a hole is shown as it is");
    assertFalse(page.contains("\u001b"), "control characters");
  }

  @Test
  void nothing_is_loaded_and_only_the_page_s_own_script_runs() {
    String page = page("layers");
    assertTrue(page.contains("default-src &#39;none&#39;; script-src &#39;sha256-"), "policy");
    assertFalse(
        Pattern.compile("(src|href)=\"(?!#)").matcher(page).find(), "an address of another file");
    assertFalse(page.contains(" style=\""), "the policy forbids styles in attributes");
  }

  private static LoadResult limitedByHost(LoadResult idle) {
    GeneratorUse use = idle.use();
    HostUse full = new HostUse(Duration.ofSeconds(97), Duration.ofSeconds(100));
    return new LoadResult(
        idle.plan(),
        idle.begun(),
        idle.complete(),
        idle.scheduled(),
        idle.seconds(),
        idle.failures(),
        idle.coldStarts(),
        idle.waits(),
        new GeneratorUse(use.wall(), use.busiest(), use.process(), use.collections(), full),
        idle.reasons());
  }

  @Test
  void a_full_machine_is_told_once_for_all_runs() {
    LoadResult idle = LoadExamples.all().get("one").getFirst();
    LoadResult full = limitedByHost(idle);
    String page = page(List.of(idle, full, full), List.of());
    int begin = page.indexOf("<p class=\"headline\">");
    String headline = page.substring(begin, page.indexOf("</p>", begin));
    assertEquals(2, headline.split("the host was the limit", -1).length, headline);
    assertTrue(headline.contains("Beware: in 2 of 3 runs the host was the limit"), headline);
  }

  @Test
  void figures_of_a_full_machine_or_of_a_queue_are_not_called_valid() {
    LoadResult idle = LoadExamples.all().get("one").getFirst();
    assertEquals(LoadVerdict.VALID, LoadVerdict.of(idle));
    assertEquals(LoadVerdict.LIMITED, LoadVerdict.of(limitedByHost(idle)));
    LoadResult queued =
        new LoadExamples.Maker("queued", LoadExamples.RAMP, 12_000, 1)
            .cold(9, ColdRequest.Kind.INIT, 450)
            .make();
    assertEquals(LoadVerdict.LIMITED, LoadVerdict.of(queued));
    String page = page(List.of(queued), List.of());
    assertTrue(page.contains("<span class=\"badge\">LIMITED</span>"));
    assertTrue(page.contains("requests were under way at once, in at most "));
    assertTrue(
        LoadTerminal.render(List.of(queued), List.of(), 100, false).contains("  ! some "),
        "in the terminal");
  }

  @Test
  void that_the_host_was_the_limit_is_in_the_title_with_its_share() {
    LoadResult idle = LoadExamples.all().get("one").getFirst();
    LoadResult limited = limitedByHost(idle);
    String page = page(List.of(idle, limited), List.of());
    String title = ", limited by the host (97 % busy)";
    assertTrue(page.contains(title + ": load · Thaw</title>"), page.substring(0, 1_000));
    assertTrue(page.contains(title.replace(" %", "\u00a0%") + "</h1>"));
    assertFalse(page("one").contains("limited by the host"));
  }

  @Test
  void the_title_names_the_target_before_the_schedule() {
    LoadResult run = LoadExamples.function();
    String page = page(List.of(run), List.of());
    String title = run.plan().target() + ": " + run.plan().schedule();
    assertTrue(
        page.replace('\u00a0', ' ').contains("<h1>" + title + "</h1>"), page.substring(0, 1_000));
    assertTrue(page("layers").contains("<h1>5 targets: "), page("layers").substring(0, 1_000));
  }

  @Test
  void what_had_no_answer_at_the_end_is_told_apart_from_the_last_second_s_failures() {
    LoadResult run = LoadExamples.function();
    List<LoadSecond> seconds = new ArrayList<>(run.seconds());
    LoadSecond last = seconds.removeLast();
    seconds.add(
        new LoadSecond(
            last.index(),
            last.scheduled(),
            last.sent(),
            last.answered(),
            10,
            last.environments(),
            last.lag(),
            last.send(),
            last.service(),
            last.response(),
            last.failedResponse(),
            Optional.empty()));
    LoadResult cutOff =
        new LoadResult(
            run.plan(),
            run.begun(),
            run.complete(),
            run.scheduled(),
            seconds,
            Map.of(
                new Failure(Failure.Kind.UNANSWERED, "none"),
                7L,
                new Failure(Failure.Kind.TIMEOUT, "late"),
                3L),
            run.coldStarts(),
            run.waits(),
            run.use(),
            run.reasons());
    assertEquals(7, data(cutOff).get("unanswered").asLong());
    assertEquals(0, data(run).get("unanswered").asLong());
  }

  @Test
  void the_heat_map_has_every_answered_request() {
    LoadResult run = LoadExamples.function();
    long requests = 0;
    for (JsonNode cell : data(run).get("heat")) {
      requests += cell.get(2).asLong();
    }
    assertEquals(run.answered(), requests);
  }

  @Test
  void verdicts_are_said_first() {
    assertTrue(page("one").contains("The run is <b>valid</b>"));
    String page = page("layers");
    assertTrue(page.contains("1 of 5 runs</b> must not be trusted"));
    assertTrue(page.indexOf("this machine is too busy") < page.indexOf("id=\"quantiles\""));
    assertTrue(page("ends").contains("<span class=\"badge\">INTERRUPTED</span>"));
  }

  @Test
  void each_layer_s_tax_has_a_row_with_its_interval_and_there_is_no_table_without_layers() {
    String page = page("layers");
    assertTrue(page.contains("id=\"taxes\""));
    assertTrue(page.contains("gateway and function against gateway"));
    assertFalse(page("one").contains("id=\"taxes\""));
  }

  @Test
  void quantiles_stand_with_and_without_cold_starts() {
    LoadResult run = LoadExamples.function();
    String page = page(List.of(run), List.of());
    String warm = LoadFigures.millis(run.warmResponse().at(0.999));
    assertTrue(
        Pattern.compile("without cold starts</th>.*<td>" + Pattern.quote(warm) + "</td>")
            .matcher(page)
            .find());
    assertFalse(page("one").contains("without cold starts</th>"));
  }

  private static JsonNode data(LoadResult run) {
    return Json.written().build().valueToTree(LoadData.of(List.of(run), List.of())).at("/runs/0");
  }

  @Test
  void the_charts_have_each_second_and_the_curves_end_at_the_maximum() throws Exception {
    LoadResult run = LoadExamples.function();
    JsonNode node = data(run);
    assertEquals(run.seconds().size(), node.path("scheduled").size());
    assertEquals(run.coldStarts().size(), node.path("cold").size());
    assertEquals(
        run.seconds().get(30).response().at(0.99), node.at("/response/p99/30").asDouble(), 0.001);
    JsonNode curve = node.path("curve");
    assertEquals(run.response().minMillis(), curve.get(0).get(1).asDouble(), 0.001);
    assertEquals(run.response().maxMillis(), curve.get(curve.size() - 1).get(1).asDouble(), 0.001);
    for (int i = 1; i < curve.size(); i++) {
      assertTrue(curve.get(i).get(0).asDouble() > curve.get(i - 1).get(0).asDouble());
      assertTrue(curve.get(i).get(1).asDouble() >= curve.get(i - 1).get(1).asDouble());
    }
  }

  @Test
  void seconds_of_a_long_run_are_put_together_by_their_requests() throws Exception {
    LoadResult run = LoadExamples.large();
    JsonNode node = data(run);
    assertEquals(2, node.path("width").asInt());
    assertTrue(node.path("scheduled").size() <= LoadData.MOST_POINTS);
    LatencyDistribution both =
        LatencyDistribution.sum(
            List.of(run.seconds().get(1000).response(), run.seconds().get(1001).response()));
    assertEquals(both.at(0.99), node.at("/response/p99/500").asDouble(), 0.001);
    double rate = run.seconds().get(1000).sent() + run.seconds().get(1001).sent();
    assertEquals(rate / 2, node.at("/sent/500").asDouble(), 0.001);
  }
}
