package thaw.app.why;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BriefLogTest {
  private static final String FRAMES =
      "\tat a.B.c(B.java:1)\n\tat a.B.d(B.java:2)\n\tat a.B.e(B.java:3)\n\tat a.B.f(B.java:4)\n";

  @Test
  void of_a_stack_trace_each_cause_and_the_frames_that_threw_are_quoted() {
    List<String> log =
        List.of(
            "START RequestId: 1\n",
            "a.Failure: no\n"
                + FRAMES
                + "Caused by: a.Cause: why\n"
                + FRAMES
                + "\t... 23 more\n\tSuppressed: a.Attempt: 1\n",
            "END RequestId: 1\n");

    assertEquals(
        List.of(
            "START RequestId: 1",
            "a.Failure: no",
            "\tat a.B.c(B.java:1)",
            "\tat a.B.d(B.java:2)",
            "\tat a.B.e(B.java:3)",
            "Caused by: a.Cause: why",
            "\tat a.B.c(B.java:1)",
            "\tat a.B.d(B.java:2)",
            "\tat a.B.e(B.java:3)",
            "END RequestId: 1"),
        BriefLog.of(log));
  }

  @Test
  void of_a_long_log_beginning_and_end_are_quoted() {
    List<String> log = new ArrayList<>(IntStream.range(0, 100).mapToObj(i -> "line " + i).toList());
    List<String> quoted = BriefLog.of(log);

    assertEquals(41, quoted.size());
    assertEquals("line 0", quoted.getFirst());
    assertEquals("...", quoted.get(20));
    assertEquals("line 99", quoted.getLast());
  }
}
