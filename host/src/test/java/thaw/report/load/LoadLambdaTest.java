package thaw.report.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.load.ColdCount;
import thaw.load.ColdRequest;
import thaw.load.GeneratorUse;
import thaw.load.HostUse;
import thaw.load.LoadResult;
import thaw.load.schedule.RateProfile;
import thaw.load.schedule.Schedule;
import thaw.model.FittedModel;
import thaw.model.ModelPair;
import thaw.model.ModelPhase;
import thaw.presentation.text.Figures;
import thaw.report.LoadExamples;
import thaw.report.Results;
import thaw.report.shared.LambdaRow;
import thaw.report.shared.LambdaView;

class LoadLambdaTest {
  private static final LambdaView VIEW = LambdaView.of(FittedModel.published(), Results.GOOD_HOST);
  private static final double COLD_MILLIS = 450;

  /** Ten requests a second; so many of them are said to have been cold. */
  private static LoadResult run(ColdRequest.Kind kind, int cold) {
    Schedule schedule = new Schedule.Even(RateProfile.constant(10, Duration.ofSeconds(20)));
    return new LoadExamples.Maker("load", schedule, 5, 1).cold(cold, kind, COLD_MILLIS).make();
  }

  private static LoadResult with(LoadResult run, GeneratorUse use) {
    return with(run, use, run.coldStarts());
  }

  private static LoadResult with(LoadResult run, GeneratorUse use, List<ColdRequest> cold) {
    return new LoadResult(
        run.plan(),
        run.begun(),
        true,
        run.scheduled(),
        run.seconds(),
        run.failures(),
        cold,
        run.waits(),
        use,
        List.of());
  }

  private static LoadLambda told(LoadResult run) {
    return LoadLambda.of(List.of(run), VIEW);
  }

  @Test
  void cold_requests_are_told_by_the_median_of_what_their_report_says_with_an_interval() {
    LoadResult run = run(ColdRequest.Kind.INIT, 5);
    LoadLambda told = told(run);
    LambdaRow row = told.times().rows().getFirst();
    assertEquals(ModelPhase.TOTAL, row.phase());
    double reported =
        run.coldStarts().stream()
            .mapToDouble(ColdRequest::reportedMillis)
            .sorted()
            .skip(2)
            .findFirst()
            .orElseThrow();
    assertEquals(reported, row.localMillis(), 1e-9);
    assertTrue(reported < run.coldResponse().at(0.5), "the response takes longer");
    assertTrue(row.expected().low() < row.expected().millis());
    String all = told.render(100_000, false);
    String expected =
        "a cold request had its response %s ms after it was due, and REPORT has %s ms of that"
            .formatted(Figures.millis(run.coldResponse().at(0.5)), Figures.millis(reported));
    assertTrue(all.contains(expected), all);
  }

  @Test
  void what_report_does_not_have_keeps_environments_busy_all_the_same() {
    LoadResult run = run(ColdRequest.Kind.INIT, 5);
    List<ColdRequest> all =
        run.coldStarts().stream()
            .map(each ->
                new ColdRequest(
                    each.kind(), each.dueMillis(), each.responseMillis(), each.responseMillis()))
            .toList();
    LambdaColdShare reported = told(with(run, run.use(), all)).shares().getFirst();
    LambdaColdShare share = told(run).shares().getFirst();
    assertEquals(reported.countedHere(), share.countedHere());
    // A REPORT of four fifths is told as less, but the fifth that is outside of it stays.
    long least =
        ColdCount.of(
            run.plan().schedule(), 5, told(run).times().rows().getFirst().expected().millis());
    assertTrue(share.lambda().orElseThrow().requests() > least, share::words);
  }

  @Test
  void longer_cold_starts_make_more_requests_cold() {
    LambdaColdShare share = told(run(ColdRequest.Kind.INIT, 5)).shares().getFirst();
    assertEquals(5, share.here());
    assertEquals(5, share.countedHere());
    LambdaColdShare.Expected expected = share.lambda().orElseThrow();
    assertTrue(expected.requests() > share.here(), share::words);
    assertTrue(expected.low() <= expected.requests() && expected.requests() <= expected.high());
  }

  /** Where one of them is missing, the other one has a row all the same. */
  @Test
  void a_share_of_two_kinds_of_cold_requests_is_not_told() {
    LoadResult inits = run(ColdRequest.Kind.INIT, 5);
    List<ColdRequest> both = new ArrayList<>(inits.coldStarts());
    both.addAll(run(ColdRequest.Kind.RESTORE, 2).coldStarts());
    LoadLambda told = told(with(inits, inits.use(), both));
    assertEquals(1, told.times().rows().size());
    assertEquals(List.of(), told.shares());
  }

  @Test
  void a_share_that_arrivals_do_not_explain_is_not_told() {
    LambdaColdShare share = told(run(ColdRequest.Kind.INIT, 40)).shares().getFirst();
    assertTrue(share.lambda().isEmpty());
    assertTrue(share.words().contains("gives no share for Lambda"), share::words);
  }

  @Test
  void restores_are_of_functions_as_they_are_and_only_figures_of_ones_own_tell_them() {
    LoadResult run = run(ColdRequest.Kind.RESTORE, 5);
    LoadLambda untold = told(run);
    assertEquals(List.of(), untold.times().rows());
    assertTrue(untold.render(200, false).contains("snapshot was taken without a call before"));
    ModelPair own =
        new ModelPair("own", "", "Pay", "java25", 0, 512, ModelPhase.RESTORED, 400, 900, true);
    LambdaView calibrated =
        LambdaView.of(
            FittedModel.published().calibrated(List.of(own), List.of()), Results.GOOD_HOST);
    assertEquals(
        ModelPhase.RESTORED,
        LoadLambda.of(List.of(run), calibrated).times().rows().getFirst().phase());
  }

  @Test
  void where_the_host_was_the_limit_nothing_is_expected() {
    LoadResult run = run(ColdRequest.Kind.INIT, 5);
    GeneratorUse use = run.use();
    Duration all = Duration.ofSeconds(40);
    LoadResult limited =
        with(
            run,
            new GeneratorUse(
                use.wall(),
                use.busiest(),
                use.process(),
                use.collections(),
                new HostUse(all, all)));
    LoadLambda told = told(limited);
    assertTrue(told.times().rows().isEmpty());
    assertTrue(told.shares().isEmpty());
    assertTrue(told.render(100, false).contains("the host was the limit"));
  }

  @Test
  void without_a_limit_of_the_cpu_nothing_is_expected() {
    LoadLambda told =
        LoadLambda.of(
            List.of(run(ColdRequest.Kind.INIT, 5)),
            LambdaView.of(FittedModel.published(), Results.POOR_HOST));
    assertTrue(told.shares().isEmpty());
    assertTrue(told.render(100, false).contains("Nothing limits the CPU here"));
  }

  @Test
  void page_and_document_have_it(@TempDir Path folder) throws IOException {
    LoadJson.Content content =
        new LoadJson.Content(List.of(run(ColdRequest.Kind.INIT, 5)), List.of(), Optional.empty());
    LoadFiles.write(content, List.of(), Optional.of(VIEW), folder);
    JsonNode told =
        new ObjectMapper().readTree(folder.resolve("load.json").toFile()).path("asLambda");
    assertEquals(1, told.path("expected").size());
    assertEquals(5, told.at("/coldRequests/0/here").asInt());
    assertTrue(told.at("/coldRequests/0/lambda/requests").asInt() > 5);
    assertTrue(told.path("untold").size() >= 2);
    String page = Files.readString(folder.resolve("load.html"));
    assertTrue(page.contains("<h2 id=\"lambda-title\">As expected on Lambda</h2>"));
    assertTrue(page.contains("cold here. On Lambda"));
    assertEquals(1, LoadJson.read(folder.resolve("load.json")).runs().size());
  }
}
