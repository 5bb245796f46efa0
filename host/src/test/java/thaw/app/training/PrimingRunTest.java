package thaw.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.shared.Progress;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.recording.PrimingList;
import thaw.recording.PrimingList.PrimedClass;

/** With a real JVM. */
@SideBySide
class PrimingRunTest {
  private static final String HANDLER =
      """
      package example;
      public class Handler {
        static { new Early(); }
        public String handle(String event) {
          Runnable lambda = () -> System.out.println("served");
          lambda.run();
          return event.equals("apple") ? Apple.RED.name() : Banana.AT + Cherry.class.getName();
        }
      }
      class Early {}
      enum Apple { RED }
      class Banana { static final long AT = System.nanoTime(); }
      class Cherry {}
      """;

  @TempDir Path folder;

  @Test
  void the_list_has_what_requests_load_and_initialises_only_what_makes_values() throws Exception {
    Path task = Sources.compile(folder.resolve("task"), HANDLER);
    Map<String, byte[]> events = new LinkedHashMap<>();
    for (String each : List.of("apple", "banana")) {
      events.put(each, ('"' + each + '"').getBytes(StandardCharsets.UTF_8));
    }
    try (RealRuntime runtime = RealRuntime.open(folder)) {
      PrimingList list =
          new PrimingRun(runtime.instance(), events, new Progress() {})
              .of(runtime.spec(task, "example.Handler::handle", 512, 10));
      assertEquals(
          List.of(
              new PrimedClass("example.Apple", true),
              new PrimedClass("example.Banana", false),
              new PrimedClass("example.Cherry", false)),
          list.classes().stream().filter(each -> each.name().startsWith("example.")).toList());
      List<String> names = list.classes().stream().map(PrimedClass::name).toList();
      assertTrue(names.stream().anyMatch(each -> each.startsWith("java.")), names::toString);
      assertFalse(names.stream().anyMatch(each -> each.contains("Lambda$")), names::toString);
    }
  }
}
