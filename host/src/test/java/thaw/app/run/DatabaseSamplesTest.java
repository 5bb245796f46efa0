package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.Samples;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.sandbox.kernel.Tool;

/** Each sample with Hibernate finds its database, and in it what the seed has. */
@Thorough("It builds three projects; DatabaseInRunTest has a real database with plain JDBC")
@SideBySide
class DatabaseSamplesTest {
  @TempDir Path temporary;

  @ParameterizedTest
  @CsvSource({
    "hibernate, Hibernate, 2",
    "spring-data-jpa, SpringDataJpa, 1",
    "quarkus-panache, QuarkusPanache, 1",
  })
  void a_sample_counts_the_visits_of_the_seed(String sample, String function, int visits)
      throws Exception {
    assumeTrue(Tool.run(List.of("mvn", "--version")).succeeded(), "there is no mvn");
    Path folder = Samples.copy(sample, Path.of("target/samples", sample).toAbsolutePath());
    String event = Files.readString(folder.resolve("events/event.json"));
    try (RunProcess life =
            RunProcess.start(
                List.of(), FreePorts.next(), temporary.resolve("run.log"), folder.toString());
        HttpClient client = HttpClient.newHttpClient()) {
      String answer =
          client
              .send(life.invocation(function, event).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      assertTrue(
          answer.replace("\\", "").contains("\"visits\":" + visits),
          () -> answer + "\n" + life.text());
    }
  }
}
