package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.fix.Considered;
import thaw.fix.FixResult;
import thaw.fix.Proof;
import thaw.fix.Step;
import thaw.fix.Verdict;
import thaw.function.HostArchitecture;
import thaw.function.MemorySize;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.stats.ShiftInterval;

/** The first lines of a result, by where the function is deployed and what was kept. */
class FixHeadlineTest {
  private static final Change ARCHIVE = new Change.Archive();
  private static final Change OPTION = new Change.JvmOptions(List.of("-Dx"));
  private static final FixSubject.Events EVENTS =
      new FixSubject.Events("its event", false, Optional.empty(), List.of(), List.of());
  private static final FixResult.Figures BEFORE = new FixResult.Figures(1000, 500, 10);
  private static final FixResult.Figures BETWEEN = new FixResult.Figures(700, 400, 10);
  private static final FixResult.Figures AFTER = new FixResult.Figures(300, 200, 10);

  private static FixSubject subject(String runtime, int jdk, int measured, boolean snapStart) {
    return subject(
        new FixSubject.Deployment(runtime, Optional.of(jdk), snapStart, false), measured);
  }

  private static FixSubject subject(FixSubject.Deployment deployment, int measured) {
    return new FixSubject(
        "F",
        deployment,
        512,
        "Temurin " + measured,
        measured,
        "AWS's runtime client 2.10.1",
        EVENTS,
        commands(deployment.snapStart(), true),
        0,
        List.of(),
        false);
  }

  private static FixSubject.Commands commands(boolean snapStart, boolean hasTemplate) {
    return new FixSubject.Commands(
        new FixSubject.Again("thaw fix X", Duration.ofMinutes(5)),
        "PATCHED",
        "MANAGED",
        "PACKAGED --to provided",
        "PACKAGED --to image",
        "PACKAGED --compare",
        Optional.empty(),
        snapStart ? Optional.empty() : Optional.of("thaw snapstart X"),
        "thaw bench X --as lambda",
        "thaw snapstart X --as lambda",
        hasTemplate);
  }

  private static FixResult result(Optional<FixResult.Deployed> deployed, Change... kept) {
    List<Step> steps = new ArrayList<>();
    for (Change change : kept) {
      steps.add(
          new Step(
              new Remedy(
                  change.getClass().getSimpleName(),
                  RemedyKind.SAFE,
                  Optional.empty(),
                  "",
                  new Prediction(1, 2),
                  change),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Verdict.KEPT,
              ""));
    }
    Draft all = new Draft(steps.stream().map(Step::remedy).toList());
    return new FixResult(
        all,
        deployed.filter(each -> !each.gains()).isPresent()
            ? Draft.UNCHANGED
            : all.deployedLike(Draft.UNCHANGED),
        BEFORE,
        AFTER,
        deployed,
        deployed.isPresent() ? Optional.empty() : Optional.of("without the package it fails: x"),
        Proof.WHOLE_RUN,
        steps,
        List.of(),
        List.of(),
        Optional.empty());
  }

  private static Optional<FixResult.Deployed> deployed(boolean gains) {
    ShiftInterval gain = ShiftInterval.of(new double[] {4, 5, 6, 7}, new double[] {1, 2, 3, 4});
    return Optional.of(
        new FixResult.Deployed(
            new FixResult.Figures(700, 400, 10, Optional.of(gain), Optional.of(gain)), gains));
  }

  private static String page(FixSubject subject, FixResult result) {
    return FixHtml.text(
            new FixHtml.Page(
                subject,
                result,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new FixHtml.Apply(List.of(), List.of(), "")))
        .replaceAll("</?(span|b|wbr)[^>]*>", "")
        .replace("&#160;", " ")
        .replace("&#39;", "'");
  }

  private static String text(FixSubject subject, FixResult result) {
    return FixTerminal.render(subject, result).replaceAll("\\s+", " ");
  }

  @Test
  void each_figure_has_its_command() {
    FixHeadline headline =
        FixHeadline.of(subject("java25", 25, 25, false), result(deployed(true), ARCHIVE, OPTION));

    assertEquals(
        List.of(
            "as it is deployed (managed java25)",
            "in a package with its own JVM",
            "with SnapStart"),
        headline.ways().stream().map(FixHeadline.Way::where).toList());
    assertEquals(
        List.of(700.0, 300.0),
        headline.ways().stream()
            .flatMap(way -> way.figures().stream())
            .map(FixResult.Figures::totalMillis)
            .toList());
    assertEquals(
        List.of(
            Optional.of("PATCHED"),
            Optional.of("PACKAGED --to provided"),
            Optional.of("thaw snapstart X")),
        headline.ways().stream().map(FixHeadline.Way::command).toList());
  }

  @Test
  void every_form_of_a_result_names_its_event_and_those_that_are_not_measured() {
    FixHtml.Page page = Objects.requireNonNull(FixExamples.all().get("gains"));
    String measured =
        "Measured with the event as the route GET /health of Api would send it, made by Thaw: CreatePet answers 200.";
    String rest = "Not used: the event events/large.json. To measure another one: --event FILE";
    String shown = text(page.subject(), page.result());
    assertEquals(2, shown.split("Measured with", -1).length, shown);
    assertTrue(shown.contains(measured), shown);
    assertTrue(shown.contains(rest), shown);
    assertTrue(page(page.subject(), page.result()).contains(measured));
    assertTrue(page(page.subject(), page.result()).replaceAll("</p>\\s*<p>", " ").contains(rest));
    String json = FixJson.text(page.subject(), page.result());
    assertTrue(json.contains("\"the event events/large.json\""), json);
  }

  @Test
  void a_package_that_lambda_refuses_as_a_zip_is_a_container_image_and_all_say_why() {
    FixSubject subject = subject("java25", 25, 25, false).inImage("A zip would have 302 MB");
    FixResult result = result(deployed(true), ARCHIVE, OPTION);
    String why = "A zip would have 302 MB: so the package is a container image.";
    for (String form :
        List.of(text(subject, result), FixJson.text(subject, result), page(subject, result))) {
      assertTrue(form.contains(why), form);
      assertTrue(form.contains("PACKAGED --to image"), form);
      assertFalse(form.contains("--to provided"), form);
    }
    assertTrue(FixTerminal.wayOn(subject, result).contains("PACKAGED --to image"));
    assertEquals(List.of(), FixHeadline.of(subject, result(deployed(true), OPTION)).remarks());
  }

  @Test
  void snap_start_is_named_before_a_package_that_leaves_more_than_it() {
    FixSubject subject = subject("java25", 25, 25, false);
    FixResult result = result(deployed(true), ARCHIVE, OPTION); // 700 as deployed, 300 packaged
    assertEquals(
        List.of("managed", "snapStart", "package"),
        FixHeadline.of(subject.withInitMillis(600), result).ways().stream()
            .map(FixHeadline.Way::id)
            .toList());
    assertEquals(
        List.of("managed", "package", "snapStart"),
        FixHeadline.of(subject.withInitMillis(200), result).ways().stream()
            .map(FixHeadline.Way::id)
            .toList());
    String shown = text(subject.withInitMillis(600), result);
    assertTrue(
        shown.contains(
            "not measured yet; a restore takes the place of init, which takes 600 of the 700 ms as it is deployed"),
        shown);
  }

  @Test
  void steps_that_only_the_managed_runtime_has_proven_are_named_where_there_is_a_package() {
    FixSubject subject = subject("java25", 25, 25, false);
    String told = "Judged as it is deployed, and not by itself in the package";
    FixResult both = result(deployed(true), ARCHIVE, OPTION);
    assertTrue(
        FixHeadline.of(subject, both).remarks().stream()
            .anyMatch(each -> each.startsWith(told) && each.endsWith(": JvmOptions.")));
    for (FixResult each :
        List.of(result(deployed(false), ARCHIVE, OPTION), result(deployed(true), OPTION))) {
      assertTrue(
          FixHeadline.of(subject, each).remarks().stream().noneMatch(one -> one.startsWith(told)));
    }
  }

  @Test
  void snap_start_with_which_the_function_would_fail_is_no_way_on() {
    FixSubject could = subject("java25", 25, 25, false).withInitMillis(600);
    FixSubject subject =
        subject(
                new FixSubject.Deployment(
                    "java25",
                    Optional.of(25),
                    false,
                    false,
                    Optional.of("no keys: a.B; ask Lambda"),
                    Optional.empty(),
                    Optional.empty()),
                25)
            .withInitMillis(600);
    FixResult result = result(deployed(true), ARCHIVE, OPTION);
    assertEquals(
        List.of("managed", "package", "snapStart"),
        FixHeadline.of(subject, result).ways().stream().map(FixHeadline.Way::id).toList());
    String words = "it would fail wherever it needs its keys: no keys: a.B; ask Lambda";
    for (String form :
        List.of(text(subject, result), FixJson.text(subject, result), page(subject, result))) {
      assertTrue(form.contains(words), form);
      assertFalse(form.contains("thaw snapstart X"), form);
    }
    assertTrue(
        FixHeadline.wayOn(could, result).stream().anyMatch(line -> line.contains("SnapStart")));
    assertTrue(
        FixHeadline.wayOn(subject, result).stream().noneMatch(line -> line.contains("SnapStart")));
  }

  @Test
  void starts_from_a_snapshot_and_a_machine_of_another_kind_are_told_at_the_top() {
    String foreign = HostArchitecture.foreign("riscv");
    FixSubject subject =
        subject(new FixSubject.Deployment("java25", Optional.of(25), true, true), 25)
            .warned(List.of(foreign), false);
    FixResult result = result(Optional.empty());
    String shown = text(subject, result);
    assertTrue(shown.contains("! " + foreign), shown);
    assertTrue(shown.contains("F: cold start of 1,000 ms restored from a snapshot ("), shown);
    assertTrue(FixJson.text(subject, result).contains(foreign));
    String page = page(subject, result);
    assertTrue(page.contains("restored from a snapshot: "), page);
    assertTrue(page.contains("The template says riscv"), page);
    assertFalse(text(subject("java25", 25, 25, true), result).contains("restored from a snapshot"));
  }

  @Test
  void a_page_of_which_nothing_was_kept_says_nothing_of_starts_with_that() {
    assertFalse(page(subject("java25", 25, 25, false), result(Optional.empty())).contains("kept,"));
    assertTrue(
        page(subject("java25", 25, 25, false), result(deployed(true), ARCHIVE))
            .contains("10 starts with what was kept"));
  }

  @Test
  void every_form_says_once_that_milliseconds_are_of_this_machine() {
    FixSubject subject = subject("java25", 25, 25, false);
    FixResult result = result(deployed(true), ARCHIVE);
    for (String form : List.of(text(subject, result), page(subject, result))) {
      assertEquals(2, form.split("Milliseconds are of this machine", -1).length, form);
    }
  }

  @Test
  void a_gain_below_a_millisecond_of_what_was_not_tried_is_not_called_0() {
    FixResult result =
        result(deployed(true), OPTION)
            .withConsidered(
                List.of(
                    new Considered(
                        "f",
                        "",
                        0.2,
                        "jar-index",
                        Considered.Outcome.NOT_TRIED,
                        Optional.empty(),
                        "no time")));
    String text = text(subject("java25", 25, 25, false), result);
    assertTrue(text.contains("jar-index less than 1 ms (f): no time"), text);
  }

  @Test
  void what_predicts_lambda_is_named_for_the_kept_set() {
    FixResult managed = result(deployed(true), OPTION);
    FixResult packaged = result(deployed(true), ARCHIVE, OPTION);
    FixResult snapStart = result(deployed(true), new Change.SnapStart());
    FixSubject plain = subject("java25", 25, 25, false);
    assertEquals(
        "Milliseconds are of this machine; on Lambda they are others: thaw bench X --as lambda predicts those on the managed runtime.",
        FixHeadline.ofThisMachine(plain, managed));
    assertTrue(
        FixHeadline.ofThisMachine(plain, packaged)
            .endsWith(
                "runtime. Those of the package are not predicted for AWS: measure it there by thaw bench --on lambda."));
    String restored = "thaw snapstart X --as lambda predicts those with SnapStart.";
    assertTrue(FixHeadline.ofThisMachine(plain, snapStart).endsWith(restored));
    assertTrue(
        FixHeadline.ofThisMachine(subject("java25", 25, 25, true), managed).endsWith(restored));
  }

  @Test
  void on_a_busy_machine_cpu_time_comes_first_as_the_warning_advises() {
    ShiftInterval some = ShiftInterval.of(new double[] {4, 5, 6, 7}, new double[] {1, 2, 3, 3.5});
    FixResult.Figures figures =
        new FixResult.Figures(500, 250, 4, Optional.of(some), Optional.of(some));
    FixResult result = result(Optional.of(new FixResult.Deployed(figures, true)), ARCHIVE, OPTION);
    assertTrue(
        FixHeadline.speed(figures, result, true).startsWith("2.0 times as fast by CPU time"));
    FixSubject busy = subject("java25", 25, 25, false).warned(List.of("busy"), true);
    String first = FixHeadline.wayOn(busy, result).getFirst();
    assertTrue(first.contains("CPU 250 ms in place of 500 ms, 500 ms in place of 1,000 ms"), first);
    ShiftInterval loss = ShiftInterval.of(new double[] {1, 2, 3, 3.5}, new double[] {4, 5, 6, 7});
    FixResult.Figures more =
        new FixResult.Figures(500, 600, 4, Optional.of(some), Optional.of(loss));
    first =
        FixHeadline.wayOn(
                busy, result(Optional.of(new FixResult.Deployed(more, true)), ARCHIVE, OPTION))
            .getFirst();
    assertFalse(first.contains("CPU"), first);
    assertTrue(FixHeadline.cpuGain(more).orElseThrow().endsWith(" ms, a loss"));
  }

  @Test
  void what_the_last_run_has_refuted_is_no_way_on() {
    ShiftInterval loss = ShiftInterval.of(new double[] {1, 2, 3, 3.5}, new double[] {4, 5, 6, 7});
    FixResult refuted =
        result(Optional.of(new FixResult.Deployed(AFTER, true)), OPTION)
            .withResult(
                new FixResult.Figures(1_100, 500, 10, Optional.of(loss), Optional.of(loss)));
    List<String> lines = FixHeadline.wayOn(subject("java25", 25, 25, false), refuted);
    assertEquals("there was nothing to try that could gain: deploy it as it is", lines.getFirst());
    assertFalse(String.join("\n", lines).contains("PATCHED"), lines.toString());
  }

  @Test
  void a_result_ends_with_the_way_on() {
    FixSubject subject = subject("java25", 25, 25, false);
    assertEquals(
        List.of(
            "as it is deployed (managed java25): 700 ms in place of 1,000 ms, not proven:",
            "  PATCHED",
            "or in a package with its own JVM: 300 ms in place of 1,000 ms:",
            "  PACKAGED --to provided",
            "or with SnapStart: not measured yet:",
            "  thaw snapstart X"),
        FixHeadline.wayOn(subject, result(deployed(true), ARCHIVE, OPTION)));
    assertEquals(
        "  then deploy it as it is: no step needs a package",
        FixHeadline.wayOn(subject, result(Optional.of(new FixResult.Deployed(AFTER, true)), OPTION))
            .get(2));
    assertEquals(
        List.of(
            "there was nothing to try that could gain: deploy it as it is",
            "or with SnapStart: not measured yet:",
            "  thaw snapstart X"),
        FixHeadline.wayOn(subject, result(Optional.empty())));
    assertEquals(
        List.of("there was nothing to try that could gain: deploy it as it is"),
        FixHeadline.wayOn(subject("java25", 25, 25, true), result(Optional.empty())));
    assertEquals(
        2,
        text(subject.warned(List.of("busy"), true), result(deployed(true), ARCHIVE))
            .split("These figures are with the time that other programs", -1)
            .length);
    assertTrue(
        FixHeadline.of(subject, result(deployed(true), new Change.SnapStart())).remarks().stream()
            .anyMatch(each ->
                each.startsWith(
                    "A restore on AWS takes longer than here: a first restore at least ")));
    assertTrue(
        FixTerminal.wayOn(subject, result(deployed(true), ARCHIVE))
            .startsWith("the way on, one of these\n"));
  }

  @Test
  void restores_that_were_measured_before_are_told() {
    FixSubject subject =
        subject(
            new FixSubject.Deployment(
                "java25",
                Optional.of(25),
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.of("308 ms in place of 900 ms, measured")),
            25);
    assertTrue(
        FixHeadline.wayOn(subject, result(deployed(true), ARCHIVE, OPTION))
            .contains("or with SnapStart: 308 ms in place of 900 ms, measured:"));
    assertTrue(
        FixHeadline.of(subject, result(Optional.of(new FixResult.Deployed(BEFORE, false)), ARCHIVE))
            .verdict()
            .orElseThrow()
            .endsWith("the alternative is SnapStart, 308 ms in place of 900 ms, measured."));
  }

  @Test
  void what_only_cpu_time_proves_is_told_with_the_way_on() {
    ShiftInterval some = ShiftInterval.of(new double[] {4, 5, 6, 7}, new double[] {1, 2, 3, 3.5});
    ShiftInterval none = ShiftInterval.of(new double[] {4, 5, 6, 7}, new double[] {4, 5, 6, 8});
    FixResult.Figures byCpu =
        new FixResult.Figures(500, 250, 4, Optional.of(none), Optional.of(some));
    String first =
        FixHeadline.wayOn(
                subject("java25", 25, 25, false),
                result(Optional.of(new FixResult.Deployed(byCpu, true)), ARCHIVE, OPTION))
            .getFirst();
    assertTrue(first.endsWith("500 ms in place of 1,000 ms, proven by CPU time only:"), first);
  }

  @Test
  void where_nothing_needs_a_package_it_says_so() {
    FixHeadline headline =
        FixHeadline.of(
            subject("java25", 25, 25, false),
            result(Optional.of(new FixResult.Deployed(AFTER, true)), OPTION));

    assertEquals(
        List.of("managed", "snapStart"),
        headline.ways().stream().map(FixHeadline.Way::id).toList());
    assertEquals(Optional.of(AFTER), headline.ways().getFirst().figures());
    assertTrue(headline.verdict().orElseThrow().startsWith("Deploy it as it is"));
  }

  @Test
  void where_all_of_it_needs_a_package_there_is_no_figure_and_no_patch_for_the_managed_runtime() {
    FixResult result = result(Optional.of(new FixResult.Deployed(BEFORE, false)), ARCHIVE);
    FixHeadline headline = FixHeadline.of(subject("java25", 25, 25, false), result);

    assertEquals(Optional.empty(), headline.ways().getFirst().command());
    assertEquals(
        "nothing: all that was kept gains in the package only",
        headline.ways().getFirst().otherwise());
    assertEquals(
        "Deploy the package: 300 ms in place of 1,000 ms; the alternative is SnapStart, not measured yet.",
        headline.verdict().orElseThrow());
    FixSubject slowInit = subject("java25", 25, 25, false).withInitMillis(900);
    assertEquals(
        "Try SnapStart first, which leaves 100 ms beside the restore, not measured yet; the alternative is the package: 300 ms in place of 1,000 ms.",
        FixHeadline.of(slowInit, result).verdict().orElseThrow());
    assertEquals(
        "Deploy the package: the gain needs its JVM.",
        FixHeadline.of(subject("java25", 25, 25, true), result).verdict().orElseThrow());
    FixResult unproven = result(deployed(false), ARCHIVE, OPTION);
    assertEquals(
        "no gain was proven: with JvmOptions 700 ms in place of 1,000 ms; there is no patch, so that deploying as before changes nothing",
        FixHeadline.of(subject("java25", 25, 25, false), unproven).ways().getFirst().otherwise());
    assertEquals("package", FixHeadline.gainsIn(unproven.steps().getLast(), unproven));
  }

  @Test
  void what_the_time_limit_left_is_named_where_the_figures_stand() {
    FixResult result = result(deployed(true), ARCHIVE, OPTION);
    Step first = result.steps().getFirst();
    FixResult cut =
        result.withSteps(
            List.of(
                first,
                new Step(
                    first.remedy(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Verdict.CUT_SHORT,
                    "no gain of 1 % was proven by 4 against 4 starts, where the time limit cut it short")));
    FixSubject subject = subject("java25", 25, 25, false);
    String named =
        "left no time to tell whether these gain: "
            + first.remedy().id()
            + " (up to 2 ms). The same";
    assertTrue(text(subject, cut).contains(named), text(subject, cut));
    assertFalse(text(subject, result).contains("left no time"), text(subject, result));
  }

  @Test
  void what_was_not_measured_says_why_and_offers_nothing() {
    FixHeadline.Way way =
        FixHeadline.of(subject("java25", 25, 25, false), result(Optional.empty(), ARCHIVE, OPTION))
            .ways()
            .getFirst();
    assertEquals(
        "not measured: without the package it fails: x; so there is no patch", way.otherwise());
    assertEquals(Optional.empty(), way.command());
  }

  @Test
  void the_gain_has_its_interval_and_is_not_called_proven_where_it_is_not() {
    String text = text(subject("java25", 25, 25, false), result(deployed(true), ARCHIVE, OPTION));
    assertTrue(text.contains("700 ms, 0.70x, gain 3 (0 to 6) ms"), text);
    ShiftInterval some = ShiftInterval.of(new double[] {4, 5, 6, 7}, new double[] {1, 2, 3, 3.5});
    ShiftInterval none = ShiftInterval.of(new double[] {4, 5, 6, 7}, new double[] {4, 5, 6, 8});
    FixResult result = result(deployed(true), ARCHIVE);
    FixResult.Figures unproven =
        new FixResult.Figures(500, 250, 4, Optional.of(none), Optional.of(none));
    assertEquals("not proven to be faster", FixHeadline.speed(unproven, result, false));
    assertTrue(FixHeadline.gain(unproven).orElseThrow().endsWith("not proven"));
    FixResult.Figures byCpu =
        new FixResult.Figures(500, 250, 4, Optional.of(none), Optional.of(some));
    assertFalse(FixHeadline.gain(byCpu).orElseThrow().endsWith("not proven"), "said before it");
    assertEquals("2.0 times as fast by CPU time", FixHeadline.speed(byCpu, result, true));
    FixResult.Figures little =
        new FixResult.Figures(
            500, 0.91 * result.base().cpuMillis(), 4, Optional.of(none), Optional.of(some));
    assertEquals("with 91 % of the CPU time", FixHeadline.speed(little, result, true));
    FixResult.Figures proven =
        new FixResult.Figures(500, 250, 4, Optional.of(some), Optional.of(none));
    assertEquals("2.0 times as fast", FixHeadline.speed(proven, result, false));
  }

  @Test
  void snap_start_that_was_not_tried_is_named_with_the_command_that_measures_it() {
    String told = "with SnapStart: not measured yet thaw snapstart X";
    FixSubject subject = subject("java25", 25, 25, false);
    assertTrue(text(subject, result(deployed(true), ARCHIVE)).contains(told));
    assertFalse(text(subject, result(deployed(true), new Change.SnapStart())).contains(told));
    FixSubject restored = subject("java25", 25, 25, true);
    assertFalse(text(restored, result(deployed(true), ARCHIVE)).contains(told));
  }

  @Test
  void time_of_other_programs_is_told_beside_the_figure_with_the_ratio_by_cpu_time() {
    FixSubject busy = subject("java25", 25, 25, false).warned(List.of("busy"), true);
    FixResult result = result(deployed(true), ARCHIVE, OPTION);
    String text = text(busy, result);
    assertTrue(
        text.contains(
            "These figures are with the time that other programs of this machine took, which thaw why leaves out."),
        text);
    assertTrue(text.contains("CPU 500 ms -> 400 ms, 0.80x"), text);
    assertEquals(
        "3.3 times as fast (2.5 times as fast by CPU time)",
        FixHeadline.speed(AFTER, result, true));
  }

  @Test
  void a_last_run_that_the_time_limit_cut_is_told() {
    FixResult whole = result(deployed(true), ARCHIVE, OPTION);
    FixResult cut =
        new FixResult(
            whole.kept(),
            whole.patched(),
            new FixResult.Figures(1000, 500, 4),
            whole.result(),
            whole.deployed(),
            whole.unmeasured(),
            Proof.CUT_RUN,
            whole.steps(),
            List.of(),
            List.of(),
            Optional.empty());
    String text = text(subject("java25", 25, 25, false), cut);
    assertTrue(
        text.contains(
            "The time limit cut the last run to 4 starts of each variant: the same command makes it again; give a larger --budget if it is cut again."),
        text);
    assertTrue(cut.isOpen(), "the same command goes on");
  }

  @Test
  void the_first_line_says_of_what_jdk_the_figures_are_where_it_is_not_that_of_the_runtime() {
    assertEquals(
        "as it is deployed (managed java21, measured on JDK 25 in place of JDK 21)",
        FixHeadline.of(subject("java21", 21, 25, false), result(deployed(true), ARCHIVE, OPTION))
            .ways()
            .getFirst()
            .where());
  }

  @Test
  void a_jdk_that_is_not_that_of_the_runtime_and_what_it_alone_has_are_told() {
    String text = text(subject("java21", 21, 25, false), result(deployed(true), ARCHIVE, OPTION));
    assertTrue(text.contains("java21 has JDK 21 on AWS, and these starts ran on JDK 25"), text);
    assertTrue(text.contains("AOT cache, which JDK 21"), text);
    String old = text(subject("java17", 17, 17, false), result(deployed(true), ARCHIVE, OPTION));
    assertTrue(
        old.contains(
            "in a package with its own JVM (measured with an AppCDS archive on JDK 17; thaw package makes an AOT cache on JDK 25, which was not measured)"),
        old);
  }

  @Test
  void a_package_of_another_archive_than_the_measured_one_is_to_be_measured() {
    FixSubject subject = subject("java17", 17, 17, false);
    List<String> way = FixHeadline.wayOn(subject, result(deployed(true), ARCHIVE, OPTION));
    int measured = way.indexOf("  PACKAGED --compare");
    assertEquals("  PACKAGED --to provided", way.get(measured - 2), way.toString());
    FixResult packaged = result(Optional.of(new FixResult.Deployed(BEFORE, false)), ARCHIVE);
    assertTrue(
        FixHeadline.of(subject, packaged)
            .verdict()
            .orElseThrow()
            .startsWith(
                "Deploy the package: 300 ms in place of 1,000 ms, measured with another JDK and archive;"));
    assertTrue(
        FixHeadline.of(subject, packaged).remarks().stream()
            .anyMatch(each -> each.contains("thaw package --compare measures")));
    FixSubject newest = subject("java25", 25, 25, false);
    assertFalse(
        FixHeadline.wayOn(newest, packaged).toString().contains("--compare"), "it was measured");
  }

  @Test
  void what_stays_in_noise_is_not_told_as_a_step_whose_gain_nobody_knows() {
    FixResult kept = result(deployed(true), ARCHIVE, OPTION);
    String told =
        String.join(
            " ",
            FixHeadline.unfinished(
                kept.withSteps(
                    kept.steps().stream()
                        .map(step -> step.withVerdict(Verdict.KEPT_IN_NOISE))
                        .toList())));
    assertTrue(
        told.startsWith(
            "The starts were too noisy to tell what the set loses without these, which gained in their trials: Archive, JvmOptions."),
        told);
    assertFalse(told.contains("whether these gain"), told);
  }

  @Test
  void snap_start_of_the_template_is_told() {
    String text = text(subject("java25", 25, 25, true), result(deployed(true), ARCHIVE, OPTION));
    assertTrue(text.contains("as it is deployed (managed java25 with SnapStart)"), text);
    assertTrue(text.contains("Measured without the snapshots"), text);
    assertTrue(text.contains("container image"), text);
  }

  private static FixResult leaving(FixResult result, Change... untried) {
    List<Step> steps = new ArrayList<>(result.steps());
    for (Change change : untried) {
      steps.add(
          new Step(
              new Remedy(
                  "left-" + change.getClass().getSimpleName(),
                  RemedyKind.SAFE,
                  Optional.empty(),
                  "",
                  new Prediction(300, 400 + steps.size()),
                  change),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Verdict.OUT_OF_TIME,
              "the time limit was reached"));
    }
    return result.withSteps(steps);
  }

  @Test
  void where_there_was_no_time_to_try_anything_that_is_said() {
    FixSubject subject = subject("java25", 25, 25, false);
    assertEquals(
        "the time limit left no time to try any of 2 steps; run the same command to continue",
        FixHeadline.nothing(subject, leaving(result(deployed(false)), ARCHIVE, OPTION)));
    assertEquals(
        "nothing was tried that could make it shorter",
        FixHeadline.nothing(subject, result(deployed(false))));
  }

  @Test
  void of_a_way_whose_steps_the_time_limit_has_left_nothing_is_said_to_be_known() {
    FixSubject subject = subject("java25", 25, 25, true);
    FixResult packaged =
        leaving(
            result(Optional.of(new FixResult.Deployed(BEFORE, false)), ARCHIVE),
            new Change.StoredJars(),
            OPTION);
    FixHeadline headline = FixHeadline.of(subject, packaged);
    assertEquals(
        "not known: 2 steps as it is deployed were not tried, the largest worth up to 402 ms; run the same command to continue; there is no patch, so that deploying as before changes nothing",
        headline.ways().getFirst().otherwise());
    String again = FixHeadline.again(subject, packaged);
    assertEquals(Optional.of(again), headline.ways().getFirst().command());
    assertEquals("  " + again, FixHeadline.wayOn(subject, packaged).getLast());
    String standing = FixTerminal.standing(subject, packaged.withProof(Proof.CUT_RUN));
    assertTrue(standing.contains("medians of 10 starts of each variant, cut by the"), standing);
    assertTrue(standing.contains("not known: 2 steps as it is deployed were not tried"), standing);
    assertFalse(FixJson.text(subject, packaged).contains("\"deployed\""), "it is not known");
    assertEquals(Optional.empty(), headline.verdict());
    String named = "gain: left-JvmOptions (up to 402 ms), left-StoredJars (up to 401 ms). The";
    assertTrue(text(subject, packaged).contains(named), text(subject, packaged));

    FixResult managed =
        leaving(result(Optional.of(new FixResult.Deployed(AFTER, true)), OPTION), ARCHIVE);
    FixHeadline.Way way = FixHeadline.of(subject, managed).ways().getLast();
    assertEquals("package", way.id());
    assertEquals(
        "not known: 1 step in the package was not tried, worth up to 401 ms; run the same command to continue",
        way.otherwise());
    String page = page(subject, managed).replaceAll("\\s+", " ");
    assertTrue(page.contains("its own JVM: not known: 1 step in the package"), page);
    assertTrue(
        FixHeadline.wayOn(subject, managed).stream().noneMatch(each -> each.contains("own JVM")));
  }

  @Test
  void what_a_trial_has_not_decided_has_its_figures_where_it_is_deployed() {
    FixSubject subject = subject("java25", 25, 25, false);
    FixResult none =
        leaving(
            result(Optional.of(new FixResult.Deployed(BEFORE, false)), ARCHIVE),
            new Change.StoredJars(),
            OPTION);
    List<Step> steps = new ArrayList<>(none.steps());
    Step begun = steps.removeLast();
    ShiftInterval gain = ShiftInterval.of(new double[] {9, 5, 6, 7}, new double[] {1, 8, 3, 3});
    for (Verdict verdict : List.of(Verdict.CUT_SHORT, Verdict.TOO_NOISY)) {
      steps.add(begun.withGain(Optional.of(gain)).withVerdict(verdict));
      FixResult result = none.withSteps(steps);
      String words = FixHeadline.of(subject, result).ways().getFirst().otherwise();
      assertTrue(
          words.startsWith("not proven: left-JvmOptions, gain 4 (-3 to 8) ms by its trial; 1 step"),
          words);
      assertEquals(
          List.of(Optional.of(FixHeadline.again(subject, result))),
          FixHeadline.of(subject, result).ways().stream()
              .filter(way -> way.id().equals("managed"))
              .map(FixHeadline.Way::command)
              .toList());
      steps.removeLast();
    }
  }

  @Test
  void what_events_of_a_route_have_in_common_is_said_once() {
    String route = "the event as the route ANY /{proxy+} of Api (%s) would send it";
    FixSubject.Events events =
        new FixSubject.Events(
            "its event",
            true,
            Optional.empty(),
            List.of(route.formatted("GET /ping, from com.a.Ping.ping")),
            List.of(
                route.formatted("GET /a, from com.a.B.c") + " (answers 502)",
                route.formatted("GET /b/1, from com.a.B.d") + " (answers 502)",
                "the event as the route ANY /{proxy+} of Api would send it (answers 404)"));
    assertEquals(
        List.of(
            "Not measured, they train and check only: of the route ANY /{proxy+} of Api: GET /ping.",
            "Not used: of the route ANY /{proxy+} of Api: GET /a (answers 502), GET /b/1 (answers 502); the event as the route ANY /{proxy+} of Api would send it (answers 404)."),
        subject("java25", 25, 25, false).withEvents(events).otherEvents().subList(0, 2));
  }

  @Test
  void steps_that_are_left_say_where_they_gain() {
    FixResult left =
        leaving(
            result(Optional.of(new FixResult.Deployed(BEFORE, false)), ARCHIVE),
            new Change.JvmOptions(List.of("-Dof.archive"), true),
            new Change.StoredJars());
    List<String> lines = FixHeadline.wayOn(subject("java25", 25, 25, true), left);
    assertTrue(
        lines.stream()
            .anyMatch(line ->
                line.contains("(2 steps (1 as it is deployed, 1 in the package) were not tried")),
        lines.toString());
  }

  @Test
  void what_does_not_fit_in_the_time_limit_is_told_with_the_one_that_it_needs() {
    FixSubject subject = subject("java25", 25, 25, false);
    FixResult needing =
        leaving(result(Optional.of(new FixResult.Deployed(AFTER, true)), OPTION), ARCHIVE)
            .withNeeds(Optional.of(Duration.ofSeconds(470)));
    String with = "run the same command with --budget 9m";
    for (String form :
        List.of(text(subject, needing), FixJson.text(subject, needing), page(subject, needing))) {
      assertTrue(form.contains("ms; " + with), form);
      assertTrue(form.contains("For the largest of them " + with), form);
      assertFalse(form.contains("to continue"), form);
    }
    FixResult nothing = leaving(result(deployed(false)), ARCHIVE).withNeeds(needing.needs());
    assertTrue(FixHeadline.nothing(subject, nothing).endsWith(with));
  }

  private static FixResult tried(Verdict verdict) {
    ShiftInterval wide = new ShiftInterval(-184, -20, 96, 0.95);
    Step step = result(deployed(true), OPTION).steps().getFirst();
    return result(Optional.empty())
        .withSteps(List.of(step.withGain(Optional.of(wide)).withVerdict(verdict)));
  }

  @Test
  void what_is_not_decided_is_not_confirmed_and_has_the_command_that_decides_it() {
    FixSubject subject = subject("java25", 25, 25, true);
    for (Verdict verdict : List.of(Verdict.CUT_SHORT, Verdict.TOO_NOISY)) {
      FixResult open = tried(verdict);
      assertFalse(open.confirmed(), verdict.toString());
      String json = FixJson.text(subject, open);
      assertTrue(json.contains("\"confirmed\" : false") && json.contains("\"cut\" : false"), json);
      for (String form : List.of(text(subject, open), page(subject, open))) {
        assertFalse(form.contains("othing that was tried gains"), form);
        assertTrue(form.contains("ot decided"), form);
        assertTrue(form.contains("thaw fix X --budget 5m"), form);
      }
      assertTrue(
          FixTerminal.wayOn(subject, open.withNeeds(Optional.of(Duration.ofSeconds(470))))
              .contains("\n    thaw fix X --budget 9m"));
    }
    FixResult none = tried(Verdict.NOT_KEPT);
    assertTrue(none.confirmed());
    assertTrue(page(subject, none).contains("nothing to apply: nothing that was tried gains."));
  }

  @Test
  void a_gain_by_memory_names_the_memory_its_price_and_what_the_template_has() {
    FixSubject subject = subject("java25", 25, 25, true);
    Change twice = new Change.Memory(new MemorySize(1024));
    FixResult result = result(Optional.of(new FixResult.Deployed(AFTER, true)), twice);
    String where = "with 1,024 MB in place of 512 MB";
    String price =
        "a millisecond costs 2.00 times as much. This cold start takes 0.30 GB-s in place of 0.50;";
    for (String form :
        List.of(text(subject, result), FixJson.text(subject, result), page(subject, result))) {
      assertTrue(form.contains("(managed java25 with SnapStart, " + where + ")"), form);
      assertTrue(form.contains(price), form);
      assertFalse(form.contains("the template deploys"), form);
    }
    FixSubject smaller = subject.deployedWith(128);
    for (String form :
        List.of(text(smaller, result), FixJson.text(smaller, result), page(smaller, result))) {
      assertTrue(
          form.contains(", and 8.00 times as much as with the 128 MB of the template"), form);
      assertTrue(form.contains("not the 128 MB that the template deploys"), form);
    }
    String head = "512 MB of --memory; the template deploys 128 MB";
    assertTrue(text(smaller, result).startsWith("F: cold start of 1,000 ms (" + head), head);
    assertTrue(page(smaller, result).contains("Cold start at " + head), head);
    assertTrue(
        FixHeadline.of(subject, result(deployed(false), ARCHIVE, twice))
            .ways()
            .getLast()
            .where()
            .contains(where));
  }

  @Test
  void starts_of_another_memory_size_are_not_compared_by_cpu_time() {
    FixSubject busy = subject("java25", 25, 25, true).warned(List.of("busy"), true);
    FixResult result =
        result(
            Optional.of(new FixResult.Deployed(AFTER, true)),
            new Change.Memory(new MemorySize(1024)));
    assertFalse(page(busy, result).contains("by CPU time"), page(busy, result));
    assertTrue(
        FixTerminal.wayOn(busy, result).contains(": 300 ms in place of 1,000 ms"),
        FixTerminal.wayOn(busy, result));
    FixResult option = result(Optional.of(new FixResult.Deployed(AFTER, true)), OPTION);
    assertTrue(page(busy, option).contains("by CPU time"), page(busy, option));
  }

  @Test
  void what_no_patch_has_is_deployed_as_the_zip_that_has_it() {
    FixSubject subject = subject("java25", 25, 25, true);
    FixResult result =
        result(Optional.of(new FixResult.Deployed(AFTER, true)), new Change.StoredJars());
    assertTrue(
        FixHeadline.of(subject, result).verdict().orElseThrow().startsWith("Deploy the zip"));
    assertEquals(
        List.of(
            "  MANAGED",
            "  then deploy that zip, as CodeUri of this function where your template has others:"
                + " stored-jars is in no patch"),
        FixHeadline.wayOn(subject, result).subList(1, 3));

    FixResult option = result(Optional.of(new FixResult.Deployed(AFTER, true)), OPTION);
    assertEquals("  PATCHED", FixHeadline.wayOn(subject, option).get(1));
    FixSubject bare = subject.withCommands(commands(true, false));
    assertEquals(
        List.of(
            "  MANAGED",
            "  then deploy that zip, as CodeUri of this function where your template has others:"
                + " there is no template here whose settings a patch could change"),
        FixHeadline.wayOn(bare, option).subList(1, 3));
  }

  @Test
  void of_several_steps_that_were_kept_the_one_with_the_largest_proven_gain_is_named() {
    ShiftInterval none = ShiftInterval.of(new double[] {4, 5, 6, 7}, new double[] {4, 5, 6, 8});
    ShiftInterval some = ShiftInterval.of(new double[] {4, 5, 6, 7}, new double[] {1, 2, 3, 3.5});
    Step kept = result(Optional.of(new FixResult.Deployed(AFTER, true)), OPTION).steps().getFirst();
    Step proven = kept.withGain(Optional.of(some)).withLeftOut(Optional.empty());
    Step unproven = kept.withGain(Optional.of(none)).withLeftOut(Optional.empty());
    FixResult result = result(Optional.of(new FixResult.Deployed(AFTER, true)), OPTION);
    assertEquals(Optional.of(proven), FixHtml.best(result.withSteps(List.of(unproven, proven))));
    assertEquals(Optional.empty(), FixHtml.best(result.withSteps(List.of(unproven, unproven))));
    assertEquals(
        Optional.empty(),
        FixHtml.best(result.withSteps(List.of(proven))),
        "the figures above are all of its gain");
  }

  @Test
  void jars_are_no_part_of_a_patch() {
    assertEquals(
        Optional.of("MANAGED"),
        FixHeadline.of(
                subject("java25", 25, 25, false),
                result(deployed(true), ARCHIVE, new Change.StoredJars()))
            .ways()
            .getFirst()
            .command());
  }

  @Test
  void what_makes_the_figures_less_sure_comes_first() {
    FixSubject busy =
        subject("java25", 25, 25, false).warned(List.of("the machine was busy"), true);
    assertTrue(
        FixTerminal.render(busy, result(deployed(true), ARCHIVE))
            .startsWith("! the machine was busy\n"));
  }

  @Test
  void a_function_that_moves_is_deployed_on_its_new_runtime_which_was_measured() {
    FixResult moved =
        result(Optional.of(deployed(true).orElseThrow()), ARCHIVE, new Change.Runtime(25));
    String text = text(subject("java17", 17, 17, false), moved);

    assertTrue(text.contains("as it is deployed (managed java25)"), text);
    assertFalse(text.contains("java17 has JDK 17"), text);
    assertFalse(text.contains("AppCDS"), "its archive is an AOT cache: " + text);
  }

  @Test
  void a_function_that_is_to_get_snap_start_needs_a_published_version_and_that_is_said_on_top() {
    FixSubject subject = subject("java17", 17, 17, false);
    FixResult result =
        result(Optional.of(new FixResult.Deployed(AFTER, true)), new Change.SnapStart());
    FixHeadline headline = FixHeadline.of(subject, result);
    assertEquals(
        "as it is deployed (managed java17, in a version that is published with the patch's"
            + " SnapStart)",
        headline.ways().getFirst().where());
    assertEquals(Optional.empty(), headline.verdict());
    assertTrue(
        headline.remarks().stream().anyMatch(each -> each.contains("publish one")),
        headline.remarks().toString());
    assertEquals(
        "  then deploy it, publish a version and call that: SnapStart is of versions only",
        FixHeadline.wayOn(subject, result).get(2));
    FixHeadline before = FixHeadline.of(subject("java17", 17, 17, true), result);
    assertEquals(
        "as it is deployed (managed java17 with SnapStart)", before.ways().getFirst().where());
  }
}
