package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;

class PackageFactsTest {
  private static final Draft ARCHIVED =
      new Draft(
          List.of(
              new Remedy(
                  "class-archive",
                  RemedyKind.SAFE,
                  Optional.empty(),
                  "an archive",
                  Prediction.between(0, 1),
                  new Change.Archive())));

  @TempDir Path folder;

  private String expected(PackageWay way) throws IOException {
    return PackageFacts.expected(Optional.of(folder), way, ARCHIVED, 25)
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static PackageTarget target(String architecture, boolean asked) {
    return new PackageTarget(
        architecture, asked, Optional.empty(), Optional.empty(), Optional.empty());
  }

  @Test
  void a_package_for_another_machine_than_the_templates_says_so() {
    Optional<String> arm = Optional.of("arm64");
    assertEquals(
        "The template says arm64: this package is for x86_64, which has another price and other cold starts. --arch arm64 makes one for the template's.",
        PackageFacts.otherMachine(arm, PackageWay.PROVIDED, target("x86_64", false)).orElse(""));
    assertTrue(
        PackageFacts.otherMachine(arm, PackageWay.MANAGED, target("x86_64", true)).isPresent());
    assertTrue(
        PackageFacts.otherMachine(arm, PackageWay.MANAGED, target("x86_64", false)).isEmpty(),
        "the template's stays");
    assertTrue(PackageFacts.otherMachine(arm, PackageWay.IMAGE, target("arm64", true)).isEmpty());
    assertTrue(
        PackageFacts.otherMachine(Optional.empty(), PackageWay.IMAGE, target("x86_64", false))
            .isEmpty());
  }

  @Test
  void the_expected_figure_is_that_of_the_way_and_says_where_it_is_from() throws Exception {
    Files.writeString(
        folder.resolve("fix.json"),
        """
        {"confirmed": true, "memoryMiB": 1024, "jdk": "Temurin 25.0.3+9", "warnings": ["the machine was busy"],
         "base": {"totalMillis": {"p50": 6817.4}, "samples": 10},
         "result": {"totalMillis": {"p50": 1854.6}, "samples": 12},
         "deployed": {"totalMillis": {"p50": 2914.3}, "samples": 9}}
        """);
    String provided = expected(PackageWay.PROVIDED);
    assertEquals(
        "On the machine of `thaw fix` its cold start took 1,855 ms, and that of the function as it"
            + " was 6,817 ms: medians of 12 starts and 10 starts, from start to response, 1,024 MB,"
            + " Temurin 25.0.3+9; the machine was busy. It was not measured on AWS: `thaw bench --on"
            + " lambda NAME` does that, once it is deployed.",
        provided.replaceAll("\\s+", " ").strip());
    String managed = expected(PackageWay.MANAGED);
    assertTrue(managed.contains("took 2,914 ms"), managed);
  }

  @Test
  void the_figure_of_an_archive_of_another_jdk_is_none_of_the_package() throws Exception {
    Files.writeString(
        folder.resolve("fix.json"),
        """
        {"confirmed": true, "memoryMiB": 1024, "jdk": "OpenJDK 17.0.19", "warnings": [],
         "base": {"totalMillis": {"p50": 6817.4}, "samples": 10},
         "result": {"totalMillis": {"p50": 1854.6}, "samples": 12},
         "deployed": {"totalMillis": {"p50": 2914.3}, "samples": 9}}
        """);
    assertEquals(
        "`thaw fix` has measured what it kept on JDK 17 with an archive of that JDK, and this package"
            + " has JDK 25 and an AOT cache: `make bench` measures it. It was not measured on AWS:"
            + " `thaw bench --on lambda NAME` does that, once it is deployed.",
        expected(PackageWay.PROVIDED));
    assertTrue(
        expected(PackageWay.MANAGED).contains("took 2,914 ms"), expected(PackageWay.MANAGED));
    assertTrue(
        PackageFacts.expected(Optional.of(folder), PackageWay.IMAGE, Draft.UNCHANGED, 17)
            .contains("JDK 17 without an archive"));
  }

  @Test
  void what_the_last_run_has_not_proven_is_said() throws Exception {
    String figures =
        """
        {"confirmed": true, "memoryMiB": 512, "jdk": "Temurin 25.0.3+9", "warnings": [],
         "base": {"totalMillis": {"p50": 900}, "samples": 10}, "ways": [{"id": "managed"}],
         "result": {"totalMillis": {"p50": 880}, "samples": 10, "gainMillis": [%s, 20, 50],
           "gainCpuMillis": [%s, 10, 20]}}
        """;
    Files.writeString(folder.resolve("fix.json"), figures.formatted("-5", "-1"));
    for (PackageWay way :
        List.of(PackageWay.PROVIDED, PackageWay.MANAGED)) { // all that was kept gets there
      assertTrue(expected(way).contains("25.0.3+9. That it is faster is not proven."), way.word());
    }
    Files.writeString(folder.resolve("fix.json"), figures.formatted("-5", "1"));
    assertTrue(
        expected(PackageWay.PROVIDED).contains("proven by CPU time only"),
        expected(PackageWay.PROVIDED));
    Files.writeString(folder.resolve("fix.json"), figures.formatted("5", "1"));
    assertFalse(expected(PackageWay.PROVIDED).contains("proven"), expected(PackageWay.PROVIDED));
  }

  @Test
  void what_no_last_run_has_measured_is_not_said_to_be_a_median_of_starts() throws Exception {
    String figures =
        """
         "base": {"totalMillis": {"p50": 6817.4}, "samples": 4},
         "result": {"totalMillis": {"p50": 1854.6}, "samples": 4}}
        """;
    Files.writeString(
        folder.resolve("fix.json"), "{\"confirmed\": false, \"cut\": false," + figures);
    String trials = expected(PackageWay.PROVIDED);
    assertFalse(trials.matches("(?s).*\\d.*"), trials);
    assertTrue(trials.contains("not confirmed"), trials);
    Files.writeString(
        folder.resolve("fix.json"), "{\"confirmed\": false, \"cut\": true," + figures);
    String cut = expected(PackageWay.PROVIDED);
    assertTrue(cut.contains("took 1,855 ms"), cut);
  }

  @Test
  void what_was_not_measured_has_no_figure() throws Exception {
    for (Optional<Path> without : List.of(Optional.<Path>empty(), Optional.of(folder))) {
      String text = PackageFacts.expected(without, PackageWay.PROVIDED, ARCHIVED, 25);
      assertFalse(text.matches("(?s).*\\d.*"), text);
      assertTrue(text.contains("was not measured on AWS"), text);
    }
  }

  @Test
  void what_nobody_else_patches_is_named() {
    String provided =
        PackageFacts.maintained(PackageWay.PROVIDED, "Temurin 25.0.3+9, AWS's client 2.9.0");
    assertTrue(
        provided.contains("Who maintains what: Temurin 25.0.3+9, AWS's client 2.9.0. "), provided);
    assertTrue(provided.contains("AWS the operating system below"), provided);
    String image = PackageFacts.maintained(PackageWay.IMAGE, "");
    assertFalse(image.contains("AWS the operating system"), image);
    for (String text : List.of(provided, image)) {
      for (String who :
          List.of("each January", "runtime client", "base image", "agent", "--outdated")) {
        assertTrue(text.contains(who) || text.equals(provided) && who.equals("base image"), who);
      }
    }
    String managed = PackageFacts.maintained(PackageWay.MANAGED, "");
    assertTrue(managed.contains("AWS patches the JVM and the runtime client"), managed);
  }
}
