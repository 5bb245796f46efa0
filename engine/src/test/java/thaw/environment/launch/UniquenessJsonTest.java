package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.heap.SharedState;
import thaw.heap.UniquenessReport;

class UniquenessJsonTest {
  private static final SharedState OWN =
      new SharedState(
          SharedState.Kind.RANDOM_SOURCE,
          "com.example.Handler",
          "RANDOM",
          true,
          "java.util.Random",
          false);

  @TempDir Path folder;

  private static SharedState inLibrary(String field) {
    return new SharedState(
        SharedState.Kind.MINTED_ID, "org.library.Client", field, false, "java.lang.String", true);
  }

  @Test
  void a_report_is_read_as_it_was_written() throws Exception {
    for (UniquenessReport report :
        List.of(
            new UniquenessReport(Optional.empty(), List.of(OWN, inLibrary("id"))),
            UniquenessReport.notCompared("the JVM lets nobody attach"))) {
      UniquenessJson.write(folder, report);
      assertEquals(report, UniquenessJson.read(folder));
    }
  }

  @Test
  void the_file_has_what_a_finding_is_and_what_to_do_about_it() throws Exception {
    UniquenessJson.write(folder, new UniquenessReport(Optional.empty(), List.of(OWN)));
    assertEquals(
        """
        {
          "findings" : [ {
            "kind" : "RANDOM_SOURCE",
            "class" : "com.example.Handler",
            "field" : "RANDOM",
            "static" : true,
            "type" : "java.util.Random",
            "library" : false,
            "text" : "com.example.Handler.RANDOM (java.util.Random) gives the same random numbers\
         in every clone",
            "remedy" : "seed it, or make it anew, from a new SecureRandom() in the handler or in\
         afterRestore of an org.crac Resource"
          } ]
        }\
        """,
        Files.readString(folder.resolve("uniqueness.json")));
    UniquenessJson.write(folder, UniquenessReport.notCompared("nobody may attach"));
    assertEquals(
        """
        {
          "notCompared" : "nobody may attach",
          "findings" : [ ]
        }\
        """,
        Files.readString(folder.resolve("uniqueness.json")));
  }

  @Test
  void what_a_later_version_adds_is_ignored() throws Exception {
    Files.writeString(
        folder.resolve("uniqueness.json"),
        "{\"made\": 7, \"findings\": [{\"kind\": \"JDK_RANDOM\", \"class\": \"a.B\", \"of\": {}}]}");
    UniquenessReport read = UniquenessJson.read(folder);
    assertEquals(Optional.empty(), read.notCompared());
    assertEquals("a.B", read.findings().getFirst().className());
  }

  @Test
  void without_a_report_nothing_is_claimed() throws Exception {
    UniquenessReport none = UniquenessReport.notCompared("there is no report with the snapshot");
    assertEquals(none, UniquenessJson.read(folder));
    Files.writeString(folder.resolve("uniqueness.json"), "{\"findings\":[{\"kind\":\"NEW\"}]}");
    assertEquals(none, UniquenessJson.read(folder));
  }

  @Test
  void each_finding_has_a_line_and_libraries_have_one_together() {
    List<SharedState> findings =
        Stream.concat(
                Stream.of(OWN),
                Stream.of("a", "b", "c", "d", "e").map(UniquenessJsonTest::inLibrary))
            .toList();
    assertEquals(
        List.of(
            "com.example.Handler.RANDOM (java.util.Random) gives the same random numbers in every"
                + " clone; seed it, or make it anew, from a new SecureRandom() in the handler or in"
                + " afterRestore of an org.crac Resource",
            "shared by all restores, in libraries, and usually harmless there (waits, names):"
                + " org.library.Client.a (java.lang.String), org.library.Client.b"
                + " (java.lang.String), org.library.Client.c (java.lang.String) and 2 more"),
        new UniquenessReport(Optional.empty(), findings).lines());
  }
}
