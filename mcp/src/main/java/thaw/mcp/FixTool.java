package thaw.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import thaw.app.choice.DataChoice;
import thaw.app.fix.FixJob;
import thaw.app.fix.FixListener;
import thaw.app.fix.FixOutcome;
import thaw.app.fix.FixRequest;
import thaw.app.fix.FixSearched;
import thaw.app.shared.Progress;
import thaw.explanation.FixTerminal;
import thaw.problem.UserMistake;
import thaw.remedy.RemedyKind;

/** Makes a cold start shorter. */
record FixTool(SessionResults results) implements JobTool {
  private static final int SHORTEST_SECONDS = 1;
  private static final int LONGEST_SECONDS = 24 * 3600;

  @Override
  public String name() {
    return "fix";
  }

  @Override
  public String description() {
    return "Makes a function's cold start shorter: tries remedies in a copy of the project, measures"
        + " each, and writes those that gain as a patch. The work tree changes only with apply."
        + " Takes minutes.";
  }

  @Override
  public ToolEffect effect() {
    return ToolEffect.CHANGES_SOURCES; // with apply and undo
  }

  @Override
  public ToolInput input() {
    return ToolInput.ofStart()
        .with(
            "remedies",
            ToolInput.Kind.TEXT,
            "safe: only those that the function cannot notice. reviewed: also changes of sources"
                + " (default). all: also those that change behaviour or the bill.")
        .with(
            "only",
            ToolInput.Kind.TEXTS,
            "Tries only these remedies, by their ids in why.json and fix.json, in place of"
                + " remedies: class-archive.")
        .with("limit", ToolInput.Kind.NUMBER, "Time limit of the search in seconds. Default: 600.")
        .with(
            "result",
            ToolInput.Kind.TEXT,
            "Folder of an earlier result: to go on with its search, to apply it, or to undo it.")
        .with(
            "apply",
            ToolInput.Kind.FLAG,
            "Applies the result to the work tree, which must be a clean git repository.")
        .with("undo", ToolInput.Kind.FLAG, "Takes back what was applied from result.");
  }

  @Override
  public ToolAnswer run(ToolArguments arguments, JobNews news) throws InterruptedException {
    Optional<Path> given = arguments.path("result");
    if (arguments.isSet("undo")) {
      Path result =
          given.orElseThrow(
              () -> new UserMistake("undo needs a result", "give the folder that fix has written"));
      return ToolAnswer.of(
          "taken back: "
              + FixJob.undo(result).stream().map(Path::toString).collect(Collectors.joining(", ")));
    }
    Set<String> only = new LinkedHashSet<>(arguments.texts("only"));
    if (!only.isEmpty() && arguments.text("remedies").isPresent()) {
      throw new UserMistake("only and remedies exclude each other", "give one of them");
    }
    Set<RemedyKind> kinds = kinds(arguments);
    Duration limit = limit(arguments);
    Path out = given.orElseGet(() -> results.next(name()));
    FixRequest request =
        new FixRequest(
            arguments.source(),
            arguments.function(),
            arguments.event().isGiven()
                ? List.of(new String(arguments.event().given().orElseThrow(), UTF_8))
                : List.of(),
            DataChoice.NONE,
            Optional.empty(),
            kinds,
            only,
            false,
            limit,
            arguments.isSet("apply"),
            out);
    FixOutcome outcome = FixJob.run(request, new News(news));
    return new ToolAnswer(
        text(outcome, out),
        results.add(name(), out, List.of(out.resolve("fix.json"), out.resolve("thaw-fix.patch"))));
  }

  private static Set<RemedyKind> kinds(ToolArguments arguments) {
    String named = arguments.text("remedies").orElse("reviewed");
    return switch (named) {
      case "safe" -> EnumSet.of(RemedyKind.SAFE);
      case "reviewed" -> EnumSet.of(RemedyKind.SAFE, RemedyKind.REVIEWED);
      case "all" -> EnumSet.allOf(RemedyKind.class);
      default ->
          throw new UserMistake(
              named + " is not a value of remedies", "use one of: safe, reviewed, all");
    };
  }

  private static Duration limit(ToolArguments arguments) {
    int seconds = arguments.number("limit").orElse((int) FixRequest.DEFAULT_LIMIT.toSeconds());
    if (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS) {
      throw new UserMistake(
          "limit must be %d..%d s: %d".formatted(SHORTEST_SECONDS, LONGEST_SECONDS, seconds),
          "use for example 600");
    }
    return Duration.ofSeconds(seconds);
  }

  private static String text(FixOutcome outcome, Path out) {
    StringBuilder text = new StringBuilder();
    outcome
        .searched()
        .ifPresent(found -> {
          text.append(FixTerminal.render(found.subject(), found.result()));
          found.notes().forEach(note -> text.append(note).append('\n'));
          found
              .left()
              .ifPresent(why -> text.append(why).append(": call fix with result to go on.\n"));
        });
    outcome
        .applied()
        .ifPresent(applied -> {
          applied.files().forEach(file -> text.append("changed: ").append(file).append('\n'));
          applied
              .packages()
              .forEach(command -> text.append("as a package: ").append(command).append('\n'));
        });
    outcome
        .standing()
        .ifPresent(standing -> text.append(standing.words()).append('\n').append(standing.wayOn()));
    if (!outcome.isGood()) {
      text.append("Nothing was proven to gain: nothing was changed.\n");
    }
    return text.append("Result: ").append(out).append('\n').toString();
  }

  private record News(Progress progress) implements FixListener {
    @Override
    public void searched(FixSearched result) {
      progress.line("searched: " + result.function() + ", " + result.page());
    }
  }
}
