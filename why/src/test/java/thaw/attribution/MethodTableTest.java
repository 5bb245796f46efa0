package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.attribution.owner.Libraries;
import thaw.recording.Window;

class MethodTableTest {
  private static final Libraries LIBRARIES = Libraries.of(List.of(), "example.Handler", List.of());

  private static Scale.Sized sized(Window.Kind window, double millis, String stack) {
    Part part =
        PartBuilder.builder()
            .run(1)
            .window(window)
            .phase(PhaseName.HANDLER_INIT)
            .nanos(1)
            .thread("main")
            .critical(true)
            .cause(Cause.JSON)
            .owner("")
            .requester("")
            .firstParty("")
            .definedClass("")
            .weight(1)
            .samples(1)
            .frames(StackText.line(stack))
            .build();
    return new Scale.Sized(part, millis);
  }

  private static Explanation.MethodTime row(List<Explanation.MethodTime> rows, String method) {
    return rows.stream().filter(row -> row.method().equals(method)).findFirst().orElseThrow();
  }

  @Test
  void a_method_has_its_own_time_and_that_of_all_it_called() {
    List<Explanation.MethodTime> rows =
        MethodTable.of(
            List.of(
                sized(Window.Kind.INIT, 3, "kernel vfs_read <- example.A.leaf <- example.B.root"),
                sized(Window.Kind.FIRST_INVOCATION, 4, "example.B.root"),
                sized(Window.Kind.LATER_INVOCATION, 5, "example.B.root")),
            LIBRARIES);
    assertEquals(
        new Explanation.MethodTime("example.B.root", "function", 7, 4, 3),
        row(rows, "example.B.root"));
    assertEquals(
        new Explanation.MethodTime("example.A.leaf", "function", 3, 3, 3),
        row(rows, "example.A.leaf"));
    assertEquals("example.B.root", rows.getFirst().method());
  }

  @Test
  void a_method_that_calls_itself_counts_once() {
    List<Explanation.MethodTime> rows =
        MethodTable.of(
            List.of(
                sized(Window.Kind.INIT, 3, "example.A.walk <- example.A.walk <- example.A.top")),
            LIBRARIES);
    assertEquals(3, row(rows, "example.A.walk").inclusiveMillis());
    assertEquals(3, row(rows, "example.A.walk").selfMillis());
    assertTrue(row(rows, "example.A.top").selfMillis() == 0);
  }
}
