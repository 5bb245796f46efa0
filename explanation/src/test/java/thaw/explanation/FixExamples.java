package thaw.explanation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.fix.ByHand;
import thaw.fix.Considered;
import thaw.fix.FixResult;
import thaw.fix.Proof;
import thaw.fix.Step;
import thaw.fix.Verdict;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.remedy.edit.TextEdit;
import thaw.stats.ShiftInterval;

/** Plausible results of {@code thaw fix}. */
final class FixExamples {
  static final Remedy STATIC =
      new Remedy(
          "static-dynamoDb",
          RemedyKind.REVIEWED,
          Optional.of("client-built-in-handler"),
          "dynamoDb is made in init: src/main/java/com/example/CreatePet.java:12",
          new Prediction(280, 363),
          new Change.Sources(
              List.of(
                  new TextEdit(
                      Path.of("src/main/java/com/example/CreatePet.java"), "a\n", "b\n"))));

  static final Remedy ARCHIVE =
      new Remedy(
          "class-archive",
          RemedyKind.SAFE,
          Optional.of("no-class-archive"),
          "start from an archive of the classes that the events need",
          new Prediction(150, 203),
          new Change.Archive());

  private static final Remedy THRESHOLD =
      new Remedy(
          "compile-threshold",
          RemedyKind.SAFE,
          Optional.empty(),
          "methods are compiled after three times as many calls: -XX:CompileThresholdScaling=3",
          new Prediction(0, 12),
          new Change.JvmOptions(List.of("-XX:CompileThresholdScaling=3")));

  private static final String PATCH =
      """
      Step static-dynamoDb: dynamoDb is made in init

      diff --git a/src/main/java/com/example/CreatePet.java b/src/main/java/com/example/CreatePet.java
      --- a/src/main/java/com/example/CreatePet.java
      +++ b/src/main/java/com/example/CreatePet.java
      @@ -12,3 +12,3 @@ public class CreatePet {
      -  private DynamoDbClient dynamoDb;
      +  private static final DynamoDbClient DYNAMO_DB = DynamoDbClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder()).build();
      """;

  private FixExamples() {}

  private static ShiftInterval gain(double millis) {
    double[] before = new double[10];
    double[] after = new double[10];
    for (int i = 0; i < before.length; i++) {
      before[i] = 600 + 2.7 * i;
    }
    for (int i = 0; i < before.length; i++) {
      after[i] = before[(3 * i) % 10] - millis;
    }
    return ShiftInterval.of(before, after);
  }

  private static Step step(Remedy remedy, double gain, boolean kept) {
    return new Step(
        remedy,
        Optional.of(gain(gain)),
        Optional.of(gain(gain / 3)),
        kept ? Optional.of(gain(gain / 2)) : Optional.empty(),
        kept ? Verdict.KEPT : Verdict.NOT_KEPT,
        kept
            ? "the set without it is slower: 10 against 10 starts"
            : "no gain of 1 % was proven by 12 against 12 starts");
  }

  private static FixSubject subject(String function) {
    return new FixSubject(
        function,
        new FixSubject.Deployment("java25", Optional.of(25), false, false),
        512,
        "Temurin 25.0.3+9",
        25,
        "AWS's runtime client 2.10.1",
        new FixSubject.Events(
            "the event as the route GET /health of Api would send it",
            true,
            Optional.of("answers 200"),
            List.of("the event as the route POST /pets of Api would send it"),
            List.of("the event events/large.json")),
        new FixSubject.Commands(
            new FixSubject.Again(
                "thaw fix my-app --function CreatePet --out thaw-fix", Duration.ofMinutes(5)),
            "thaw fix my-app --function CreatePet --out thaw-fix --apply",
            "thaw package my-app --function CreatePet --fix thaw-fix --to managed",
            "thaw package my-app --function CreatePet --fix thaw-fix --to provided",
            "thaw package my-app --function CreatePet --fix thaw-fix --to image",
            "thaw package my-app --function CreatePet --fix thaw-fix --compare",
            Optional.empty(),
            Optional.empty(),
            "thaw bench my-app --function CreatePet --as lambda",
            "thaw snapstart my-app --function CreatePet --as lambda",
            true),
        0,
        List.of(),
        false);
  }

  private static FixHtml.Page page(
      String function, FixResult result, Optional<Explanation> after, String patch) {
    return new FixHtml.Page(
        subject(function),
        result,
        Optional.of(WhyExamples.petstore()),
        Optional.empty(),
        after,
        new FixHtml.Apply(
            List.of(
                new FixHtml.Command("thaw fix my-app --function CreatePet --apply", "changes it")),
            List.of("set JAVA_TOOL_OPTIONS yourself"),
            patch));
  }

  private static FixResult.Figures figures(double after) {
    double cpu = 830 * after / 604;
    return new FixResult.Figures(
        after, cpu, 10, Optional.of(gain(604 - after)), Optional.of(gain(830 - cpu)));
  }

  private static FixResult result(double after, List<Step> steps, List<ByHand> byHand) {
    Draft kept = new Draft(steps.stream().filter(Step::kept).map(Step::remedy).toList());
    Draft patched = kept.deployedLike(Draft.UNCHANGED);
    double between = (604 + after) / 2;
    return new FixResult(
        kept,
        patched,
        new FixResult.Figures(604, 830, 10),
        figures(after),
        kept.remedies().isEmpty()
            ? Optional.empty()
            : patched.remedies().isEmpty()
                ? Optional.of(new FixResult.Deployed(new FixResult.Figures(604, 830, 10), false))
                : Optional.of(new FixResult.Deployed(figures(between), true)),
        Optional.empty(),
        Proof.WHOLE_RUN,
        steps,
        byHand,
        considered(steps),
        Optional.empty());
  }

  private static List<Considered> considered(List<Step> steps) {
    List<Considered> all = new ArrayList<>();
    for (Step step : steps) {
      all.add(
          new Considered(
              step.remedy().finding().orElse(""),
              "",
              step.remedy().predicted().highMillis(),
              step.remedy().id(),
              step.kept() ? Considered.Outcome.KEPT : Considered.Outcome.NOT_KEPT,
              step.gain(),
              step.reason()));
    }
    all.add(
        new Considered(
            "slow-http-client",
            "com.example.petstore.Pets.<clinit>(Pets.java:12)",
            123,
            "client-settings-http",
            Considered.Outcome.NOT_OFFERED,
            Optional.empty(),
            "pom.xml:61 has dynamodb, whose exclusions are managed"));
    return all;
  }

  static Map<String, FixHtml.Page> all() {
    Map<String, FixHtml.Page> all = new LinkedHashMap<>();
    List<ByHand> byHand =
        List.of(
            new ByHand(
                "run-time-injection",
                "com.example.petstore.PetModule.configure, line 12",
                85,
                "Dependency injection at run time (Guice took 85 ms): Use Dagger:\n"
                    + "@Component\n  interface Pets {}"),
            new ByHand("official-runtime-client", "", 22, "AWS's client (30 samples): --runtime"),
            new ByHand("several-http-clients", "", 0.4, "Two clients (1 sample): one"),
            new ByHand("log4shell-agent", "variables of F", 0, "An agent"));
    List<Step> steps =
        List.of(
            step(STATIC, 301, true),
            step(ARCHIVE, 166, true),
            step(THRESHOLD, 1, false),
            new Step(
                new Remedy(
                    "stored-jars",
                    RemedyKind.SAFE,
                    Optional.of("deflated-jars"),
                    "store the libraries' jars without compression",
                    new Prediction(4, 9),
                    new Change.StoredJars()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Verdict.OUT_OF_TIME,
                "the time limit was reached"));
    all.put(
        "gains",
        page(
            "CreatePet",
            result(137, steps, byHand),
            Optional.of(WhyExamples.older()),
            PATCH.repeat(3)));
    all.put(
        "nothing",
        page(
            "CreatePet",
            result(604, List.of(step(THRESHOLD, 1, false)), List.of()),
            Optional.empty(),
            ""));
    String evil = "<script>alert(1)</script>\u202e\"'&{{steps}}" + "w".repeat(200);
    all.put(
        "hostile",
        page(
            evil,
            result(
                300,
                List.of(
                    new Step(
                        new Remedy(
                            evil,
                            RemedyKind.SAFE,
                            Optional.of(evil),
                            evil,
                            new Prediction(1, 2),
                            new Change.Archive()),
                        Optional.of(gain(30)),
                        Optional.empty(),
                        Optional.empty(),
                        Verdict.KEPT,
                        evil)),
                List.of(new ByHand(evil, evil, 3, evil + "\n" + evil))),
            Optional.of(WhyExamples.hostile()),
            evil));
    return all;
  }
}
