package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OriginalLinesTest {
  private final OriginalLines lines =
      new OriginalLines(
          Map.of(Path.of("app/src/main/java/a/B.java"), "one\nnew\ntwo\n"), _ -> "one\ntwo\n");

  @Test
  void places_have_the_lines_of_the_files_without_edits() {
    assertEquals(
        "a.B.<init>(B.java:2) takes 9 ms, by a.B$C.run(B.java:1) -> a.D.go(D.java:3)",
        lines.in("a.B.<init>(B.java:3) takes 9 ms, by a.B$C.run(B.java:1) -> a.D.go(D.java:3)"));
    assertEquals("by a.B.prime(B.java)", lines.in("by a.B.prime(B.java:2)"));
  }

  @Test
  void a_line_of_an_edit_is_new() {
    assertTrue(lines.isNew("a.B.prime(B.java:2)"));
    assertFalse(lines.isNew("a.B.run(B.java:3)"));
    assertFalse(lines.isNew("a.D.go(D.java:2)"));
    assertFalse(lines.isNew(""));
  }
}
