package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.app.build.FunctionProject;
import thaw.app.build.ProjectCopy;
import thaw.app.shared.Progress;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.fix.ByHand;
import thaw.fix.Considered;
import thaw.fix.Workshop;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.function.packaging.CdkOrigins;
import thaw.function.packaging.CodeSource;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.remedy.AgentSettings;
import thaw.remedy.Candidates;
import thaw.remedy.Draft;
import thaw.remedy.Family;
import thaw.remedy.OtherStarts;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.remedy.RequestPriming;
import thaw.remedy.WhyNot;

/** No remedy that could answer a finding is left out without a word. */
class WhyNotTest {
  @TempDir Path folder;

  private static final Explanation EVERYTHING =
      new Explanation(
          new Explanation.Subject("f", "a.B", 512, "JDK 25", 1, Instant.EPOCH, true, true, true),
          new Explanation.Total(1000, 500, 1),
          List.of(),
          new Explanation.Classes(1, List.of(), List.of(), List.of()),
          List.of(),
          List.of(),
          List.of(),
          Stream.of(Family.values())
              .flatMap(family -> family.findings().stream())
              .distinct()
              .map(finding -> new Finding(finding, "", "", "", 10, 20, ""))
              .toList(),
          List.of(),
          List.of(),
          List.of(),
          List.of());

  private Workshop.Examined examined(String build, String source, String text, int jdk)
      throws Exception {
    Path module = folder.resolve("shop");
    Files.createDirectories(module.resolve(source).getParent());
    Files.writeString(module.resolve(source), text);
    Files.writeString(module.resolve(build), "<project>\n</project>\n");
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          One:
            Type: AWS::Serverless::Function
            Properties: {CodeUri: shop, Handler: 'a.B::handleRequest', Runtime: java21}
        """);
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    FunctionDefinition function = application.functions().getFirst();
    Optional<FunctionProject> project = FunctionProject.of(function);
    WhyNot whyNot = new WhyNot();
    try (ProjectCopy copy = ProjectCopy.of(application, project, folder.resolve("out"))) {
      FunctionProject copied = project.orElseThrow().movedTo(copy.inCopy(project.get().path()));
      List<Remedy> remedies =
          new FixEdits(
                  copy,
                  copied,
                  function,
                  FunctionsOfModule.of(application, function, new CdkOrigins()),
                  new SdkRecipes(folder, Progress.SILENT),
                  Progress.SILENT)
              .of(
                  Draft.UNCHANGED,
                  new CodeSource.Built(folder.resolve("classes"), List.of()),
                  new CodeSource.Built(folder.resolve("classes"), List.of()),
                  EVERYTHING,
                  List.of(new RequestPriming.Request(EVERYTHING, "{}".getBytes())),
                  Optional.empty(),
                  whyNot);
      assertEquals(List.of(), remedies);
    }
    List<Remedy> others =
        new ArrayList<>(
            Candidates.of(
                EVERYTHING,
                new Candidates.Facts(jdk, jdk, new MemorySize(10_240), Draft.UNCHANGED, ""),
                whyNot));
    others.addAll(OtherStarts.of(EVERYTHING, function, jdk, true, Draft.UNCHANGED));
    AgentSettings.refuse(EVERYTHING, Set.of(), whyNot);
    return new Workshop.Examined(
        others,
        EVERYTHING.findings().stream().map(each -> new ByHand(each.id(), "", 20, "")).toList(),
        whyNot.list(),
        1000);
  }

  private static void assertReasons(Workshop.Examined examined) {
    List<Considered> considered =
        Considered.of(List.of(), examined, List.of(), EnumSet.allOf(RemedyKind.class), "");
    assertTrue(considered.size() >= EVERYTHING.findings().size());
    for (Considered each : considered) {
      assertTrue(!each.reason().contains("do not hold here"), each.toString());
    }
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "pom.xml, src/main/java/a/B.java, 11",
        "pom.xml, src/main/java/a/B.java, 17",
        "pom.xml, src/main/java/a/B.java, 27",
        "pom.xml, src/main/kotlin/a/B.kt, 25",
        "build.gradle, src/main/java/a/B.java, 25",
        "build.gradle.kts, src/main/java/a/B.java, 25",
      })
  void each_remedy_that_is_not_offered_has_a_fact_that_stands_in_the_way(
      String build, String source, int jdk) throws Exception {
    assertReasons(examined(build, source, "package a;\nclass B {\n}\n", jdk));
  }

  @Test
  void facts_name_file_and_line() throws Exception {
    Workshop.Examined examined =
        examined(
            "pom.xml",
            "src/main/java/a/B.java",
            """
            package a;
            class B {
              private String name;
              String handleRequest(String event) {
                if (name == null) {
                  name = event;
                }
                return name;
              }
            }
            """,
            25);
    List<String> facts =
        examined.notOffered().stream()
            .filter(each -> each.family() == Family.STATIC_STATE)
            .flatMap(each -> each.facts().stream())
            .toList();
    assertTrue(
        facts.getFirst().startsWith("shop/src/main/java/a/B.java:6 makes name of more: "),
        facts.toString());
  }
}
