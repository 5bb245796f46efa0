package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.bench.BenchJob;
import thaw.app.bench.BenchListener;
import thaw.app.bench.BenchRequest;
import thaw.app.bench.BenchResult;
import thaw.app.choice.SourceChoice;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.Samples;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Tool;

/** Process tests: the sample {@code relational}, with a real server and real JVMs. */
@SideBySide
class DatabaseInRunTest {
  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void copy() throws IOException {
    assumeTrue(Tool.run(List.of("mvn", "--version")).succeeded(), "there is no mvn");
    folder = Samples.copy("relational", Path.of("target/samples/relational").toAbsolutePath());
  }

  private RunProcess start() throws IOException {
    return RunProcess.start(
        List.of(),
        FreePorts.next(),
        temporary.resolve("run.log"),
        folder.toString(),
        "--data",
        temporary.resolve("data").toString());
  }

  private static String visits(RunProcess life) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              life.invocation("PlainJdbc", "{\"pet\": \"Pepper\"}").build(),
              HttpResponse.BodyHandlers.ofString())
          .body()
          .replaceAll("[^0-9]", "");
    }
  }

  @Test
  void what_a_function_has_written_is_there_after_thaw_was_killed() throws Exception {
    RunProcess first = start();
    try {
      assertEquals("2", visits(first), first::text);
    } finally {
      first.kill();
    }
    try (RunProcess second = start()) {
      assertEquals("3", visits(second), second::text);
      assertTrue(second.text().contains("Clinic: psql \"host=127.0.0.1"), second::text);
    }
  }

  /** The second visit of a pet would fail. */
  @Test
  void each_start_of_a_bench_finds_the_seed_alone() throws Exception {
    Files.writeString(
        folder.resolve("seed/sql/visits.sql"),
        "CREATE TABLE visits (id bigint GENERATED ALWAYS AS IDENTITY, pet text UNIQUE);");
    BenchResult result =
        BenchJob.run(
            BenchRequest.of(SourceChoice.of(folder), temporary.resolve("bench")).withRuns(2),
            BenchListener.SILENT);
    assertTrue(
        result.experiment().variants().getFirst().samples().stream()
            .allMatch(sample -> sample.failure() == null),
        result::toString);
  }
}
