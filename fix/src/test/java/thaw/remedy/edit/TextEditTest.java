package thaw.remedy.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TextEditTest {
  private static final Path FILE = Path.of("A.java");

  @Test
  void an_edit_gives_the_new_text_and_its_reverse_the_old_one() {
    String before = "a\n}\nb\n}\nc";
    String after = "a\n}\nx\ny\n}\nc";
    TextEdit edit = TextEdit.between(FILE, before, after);

    assertEquals(Optional.of(after), edit.in(before));
    assertEquals("b\n", edit.old());
  }

  @Test
  void a_line_that_stands_there_twice_is_told_by_its_neighbours() {
    String before = "a\n}\nb\n}\n";
    String after = "a\n}\nb\n";
    TextEdit edit = TextEdit.between(FILE, before, after);

    assertEquals(Optional.of(after), edit.in(before));
  }

  @Test
  void an_insertion_has_a_place() {
    String before = "a\na\nb\n";
    String after = "a\na\nnew\nb\n";

    assertEquals(Optional.of(after), TextEdit.between(FILE, before, after).in(before));
  }

  @Test
  void a_line_is_known_by_its_number_before_unless_it_is_new() {
    String after = "a\nx\nb\ny\nc\n";
    assertEquals(OptionalInt.of(2), TextEdit.lineBefore("a\nb\nc\n", after, 3));
    assertEquals(OptionalInt.of(3), TextEdit.lineBefore("a\nb\nc\n", after, 5));
    assertEquals(OptionalInt.empty(), TextEdit.lineBefore("a\nb\nc\n", after, 2));
    assertEquals(OptionalInt.empty(), TextEdit.lineBefore("a\nb\nc\n", after, 9));
  }

  @Test
  void a_text_without_the_lines_is_not_changed() {
    TextEdit edit = TextEdit.between(FILE, "a\nb\n", "a\nc\n");

    assertEquals(Optional.empty(), edit.in("a\nd\n"));
    assertThrows(IllegalArgumentException.class, () -> TextEdit.between(FILE, "a", "a"));
  }
}
