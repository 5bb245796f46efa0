package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.SeededPets;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;

/** A function that looks up an item finds it: from a folder, or because another one has put it. */
@SideBySide
class SeededTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir Path folder;

  @BeforeEach
  void application() throws IOException {
    SeededPets.write(folder);
  }

  private Transcript run(String command, Object... more) {
    List<Object> words = new ArrayList<>(List.of(command, folder));
    words.addAll(List.of(more));
    return Transcript.of(words.toArray());
  }

  @Test
  void an_item_and_an_object_are_there_when_a_folder_has_them() {
    Path seed = folder.resolve("seed");
    Transcript hit =
        run("invoke", "--function", "Get", "--event", "{\"id\": \"7\"}", "--seed", seed);
    assertTrue(hit.out().contains("\"statusCode\":200"), hit.out() + hit.err());
    assertTrue(hit.out().contains("legs"), hit.out());
    Transcript object = run("invoke", "--function", "Read", "--event", "{}", "--seed", seed);
    assertEquals("\"a photo\"\n", object.out(), object.err());
    assertTrue(object.err().contains("put into the local services: 1 item and 1 object"));
  }

  @Test
  void a_function_that_is_invoked_before_makes_the_data_of_another() {
    Transcript hit =
        run(
            "invoke",
            "--function",
            "Get",
            "--event",
            "{\"id\": \"9\"}",
            "--before",
            "Put={\"id\": \"9\"}");
    assertTrue(hit.out().contains("\"statusCode\":200"), hit.out() + hit.err());
    assertTrue(hit.err().contains("before: Put answered 200"), hit.err());
    run("invoke", "--function", "Get", "--event", "{\"id\": \"9\"}", "--before", "Put={}")
        .assertMistake(
            "--before Put failed: it answers 400",
            "mend it first, or give it an event that it can serve: --before Put=FILE");
    run("invoke", "--function", "Get", "--before", "Putt={}")
        .assertMistake("no function has the name Putt", "use one of: Get, Put, Read");
  }

  @Test
  void a_fix_trains_and_checks_with_the_data_that_thaw_yaml_names() throws IOException {
    Files.writeString(folder.resolve("thaw.yaml"), "seed: seed\n");
    Transcript fix =
        run(
            "fix",
            "--function",
            "Get",
            "--event",
            "{\"id\": \"7\"}",
            "--safe",
            "--budget",
            "1s",
            "--out",
            folder.resolve("fixed"));
    assertTrue(fix.err().contains("put into the local services: 1 item and 1 object"), fix.err());
    assertFalse(fix.err().contains("answers 404"), fix.err());
  }

  @Test
  void a_package_has_the_data_too() {
    Transcript made =
        run(
            "package",
            "--function",
            "Get",
            "--to",
            "managed",
            "--seed",
            folder.resolve("seed"),
            "--before",
            "Put={\"id\": \"9\"}",
            "--out",
            folder.resolve("packaged"));
    assertTrue(made.err().contains("put into the local services: 1 item"), made.err());
    assertTrue(made.err().contains("before: Put answered 200"), made.err());
  }

  @Test
  void what_was_kept_names_data_for_another_folder_and_day() throws IOException {
    Path event = Files.writeString(folder.resolve("put.json"), "{\"id\": \"8\"}\n");
    DataChoice kept =
        new DataChoice(List.of("7", "" + folder.resolve("seed/../seed")), List.of("Put=" + event))
            .kept();
    assertEquals(List.of("" + folder.resolve("seed")), kept.given());
    assertEquals(List.of("Put={\"id\": \"8\"}"), kept.before());
    DataChoice given = new DataChoice(List.of("3"), List.of("Get={}"));
    assertEquals(
        new DataChoice(List.of("3", "" + folder.resolve("seed")), List.of("Get={}")),
        given.or(kept));
    assertEquals(kept, kept.or(new DataChoice(List.of("other"), List.of("Get={}"))));
  }

  @Thorough("It measures three times; the tests beside it show the data by invocations")
  @Test
  void a_bench_says_when_it_measured_misses_and_hits_with_data() throws IOException {
    Path missed = folder.resolve("missed");
    Transcript miss =
        run(
            "bench",
            "--variant",
            "Get",
            "--event",
            "{\"id\": \"7\"}",
            "--runs",
            "2",
            "--out",
            missed);
    assertEquals(0, miss.exit(), miss.err());
    assertTrue(miss.out().contains("Get answered 404"), miss.out());
    assertEquals("{\"404\":2}", statuses(missed));
    assertEquals(
        1,
        run(
                "bench",
                "--variant",
                "Get",
                "--event",
                "{\"id\": \"7\"}",
                "--runs",
                "2",
                "--out",
                folder.resolve("expected"),
                "--expect-status",
                "200")
            .exit());
    Path hit = folder.resolve("hit");
    Transcript found =
        run(
            "bench",
            "--variant",
            "Get",
            "--event",
            "{\"id\": \"7\"}",
            "--runs",
            "2",
            "--out",
            hit,
            "--expect-status",
            "200",
            "--seed",
            folder.resolve("seed"),
            "--seed",
            "7");
    assertEquals(0, found.exit(), found.err());
    assertFalse(found.out().contains("answered"), found.out());
    assertEquals("{\"200\":2}", statuses(hit));
  }

  private static String statuses(Path out) throws IOException {
    JsonNode summary = JSON.readTree(out.resolve("summary.json").toFile());
    return summary.at("/variants/0/statuses").toString();
  }

  @Test
  void secrets_and_parameters_are_in_the_folder_as_well() throws IOException {
    Files.createDirectories(folder.resolve("seed/secrets/prod"));
    Files.writeString(folder.resolve("seed/secrets/prod/db.json"), "{}");
    DataChoice data = new DataChoice(List.of("" + folder.resolve("seed")), List.of());
    Application application = data.filled(ApplicationReader.read(folder, ReadOptions.defaults()));
    assertEquals(
        List.of("prod/db"), application.secrets().stream().map(secret -> secret.name()).toList());
  }
}
