package thaw.app.training;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.files.WholeFile;
import thaw.function.Application;
import thaw.pool.PayloadObservation;
import thaw.problem.UserMistake;

/** Unit tests: which events a training gets. */
class TrainingRecorderTest {
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Hello:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: greeter
            Handler: com.example.Hello::handle
            Runtime: java25
            CodeUri: classes
      """;

  @TempDir Path base;
  private final List<String> said = new ArrayList<>();
  private final Progress progress =
      new Progress() {
        @Override
        public void lines(String text) {
          said.add(text.strip());
        }
      };
  private Path folder;
  private Application application;

  @BeforeEach
  void read() throws Exception {
    folder = base.resolve("training");
    Files.createDirectory(base.resolve("classes"));
    Files.writeString(base.resolve("template.yaml"), TEMPLATE);
    application = SourceChoice.of(base).read();
  }

  private TrainingRecorder recorder() {
    return TrainingRecorder.into(
        new RecordChoice(folder, EventRedaction.NONE), application, progress);
  }

  private static void closed(TrainingRecorder recorder) {
    try {
      recorder.close();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void served(TrainingRecorder recorder, String event, boolean failed) {
    recorder.accept(new PayloadObservation.Came(event, "greeter", event.getBytes(UTF_8)));
    recorder.accept(new PayloadObservation.Left(event, new byte[0], false, failed));
  }

  private List<String> events() {
    return new TrainingFolder(folder)
        .events("Hello").stream().map(file -> WholeFile.text(file)).toList();
  }

  @Test
  void what_is_redacted_is_never_written_and_events_that_differ_in_it_alone_are_one() {
    TrainingRecorder recorder =
        TrainingRecorder.into(
            new RecordChoice(folder, EventRedaction.of(List.of("password"))),
            application,
            progress);
    served(recorder, "{\"user\":\"a\",\"password\":\"secret1\"}", false);
    served(recorder, "{\"user\":\"a\",\"password\":\"hidden2\"}", false);
    closed(recorder);
    assertEquals(List.of("{\"user\":\"a\",\"password\":\"xxxxxx1\"}"), events());
  }

  @Test
  void an_event_in_which_nothing_can_be_redacted_is_not_written() {
    TrainingRecorder recorder =
        TrainingRecorder.into(
            new RecordChoice(folder, EventRedaction.of(List.of("password"))),
            application,
            progress);
    served(recorder, "password=secret", false);
    closed(recorder);
    assertThrows(UserMistake.class, this::events);
    assertTrue(said.getFirst().contains("is not recorded"), said.toString());
  }

  @Test
  void events_are_kept_once_in_their_order_by_the_functions_logical_id() {
    TrainingRecorder recorder = recorder();
    for (String event : List.of("{\"b\":1}", "{\"a\":1}", "{\"b\":1}")) {
      served(recorder, event, false);
    }
    closed(recorder);
    assertEquals(List.of("{\"b\":1}", "{\"a\":1}"), events());
  }

  @Test
  void a_later_program_goes_on_where_the_first_one_ended() {
    TrainingRecorder first = recorder();
    served(first, "1", false);
    closed(first);
    TrainingRecorder later = recorder();
    served(later, "1", false);
    served(later, "2", false);
    closed(later);
    assertEquals(List.of("1", "2"), events());
  }

  @Test
  void what_failed_or_was_turned_away_trains_nothing() {
    TrainingRecorder recorder = recorder();
    served(recorder, "1", true);
    recorder.accept(new PayloadObservation.Came("2", "greeter", "2".getBytes(UTF_8)));
    recorder.accept(new PayloadObservation.TurnedAway("2"));
    closed(recorder);
    UserMistake mistake = assertThrows(UserMistake.class, this::events);
    assertTrue(mistake.getMessage().startsWith("no event of Hello was recorded in "));
  }

  @Test
  void nobody_else_reads_them() throws Exception {
    TrainingRecorder recorder = recorder();
    served(recorder, "1", false);
    closed(recorder);
    for (Path each : List.of(folder, folder.resolve("Hello"))) {
      assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
    }
    Path event = new TrainingFolder(folder).events("Hello").getFirst();
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(event)));
  }

  @Test
  void there_are_so_many_and_no_more_and_that_is_said_once() {
    TrainingRecorder recorder = recorder();
    for (int event = 0; event < TrainingRecorder.MOST + 2; event++) {
      served(recorder, "" + event, false);
    }
    closed(recorder);
    assertEquals(TrainingRecorder.MOST, events().size());
    assertEquals(List.of("24 events of Hello are recorded; further ones are not"), said);
    assertFalse(events().contains("24"));
  }

  @Test
  void what_comes_after_the_end_is_left_out() {
    TrainingRecorder recorder = recorder();
    closed(recorder);
    served(recorder, "1", false);
    assertThrows(UserMistake.class, this::events);
  }

  @Test
  void no_request_waits_for_what_is_done_with_its_event() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    TrainingRecorder recorder =
        TrainingRecorder.into(
            new RecordChoice(folder, EventRedaction.NONE),
            application,
            new Progress() {
              @Override
              public void lines(String text) {
                said.add(text.strip());
                try {
                  released.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }
            });
    Files.delete(folder);
    Files.createFile(folder); // nothing can be written, and that is said
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          served(recorder, "1", false);
          served(recorder, "2", false);
        });
    released.countDown();
    closed(recorder);
    assertEquals(1, said.size(), said::toString);
    assertTrue(said.getFirst().startsWith("thaw: events are not recorded: "), said::toString);
  }
}
