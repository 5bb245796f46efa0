package thaw.load.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.cli.Transcript;
import thaw.fixture.SeededPets;
import thaw.fixture.SideBySide;
import thaw.fixture.SmallFunction;
import thaw.fixture.Thorough;

/** Process tests: load on a function that the job runs itself. */
@SideBySide
class LoadedFunctionTest {
  @TempDir Path folder;

  @Test
  void a_load_gives_its_runs_and_its_files() throws Exception {
    SmallFunction.write(folder);
    List<String> said = Collections.synchronizedList(new ArrayList<>());
    LoadSubject subject =
        new LoadSubject.Hosted(
            SourceChoice.of(folder),
            Optional.empty(),
            EventChoice.usual(),
            DataChoice.NONE,
            HostingChoice.USUAL);
    LoadRequest request =
        LoadRequest.of(subject, folder.resolve("load"))
            .withSchedule(
                ScheduleChoice.USUAL.withRate(Optional.of("5")).withDuration(Optional.of("1s")));
    LoadOutcome outcome =
        LoadJob.run(
            request,
            new Progress() {
              @Override
              public void lines(String text) {
                said.add(text);
              }
            });
    assertEquals(5, outcome.runs().getFirst().due());
    assertEquals(Optional.empty(), outcome.unreached());
    assertTrue(Files.isRegularFile(outcome.page()));
    assertTrue(Files.isRegularFile(outcome.json()));
    assertTrue(
        said.contains("making ready: function Hello, without HTTP" + System.lineSeparator()),
        said.toString());
  }

  @Thorough("Load on a function with data; the tests beside it show the data by invocations")
  @Test
  void its_function_has_data() throws Exception {
    SeededPets.write(folder);
    Path out = folder.resolve("load");
    Transcript load =
        Transcript.of(
            "load",
            folder,
            "--function",
            "Get",
            "--event",
            "{\"id\": \"7\"}",
            "--rate",
            "2",
            "--duration",
            "2s",
            "--out",
            out,
            "--seed",
            folder.resolve("seed"),
            "--before",
            "Put={\"id\": \"8\"}");
    assertTrue(load.err().contains("before: Put answered 200"), load.err());
    assertTrue(load.err().contains("put into the local services: 1 item and 1 object"), load.err());
    Transcript.of("load", "http://127.0.0.1:9/", "--before", "Put={}")
        .assertMistake(
            "--seed with a folder and --before have no effect on a URL", "leave them out");
  }
}
