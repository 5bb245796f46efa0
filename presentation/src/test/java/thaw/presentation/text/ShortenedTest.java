package thaw.presentation.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShortenedTest {
  private static final String PATH =
      "/home/somebody/projects/of/this/year/orders-service/thaw-why/why.html";

  @Test
  void a_line_that_fits_stays_as_it_is() {
    assertEquals("writing " + PATH, Shortened.line("writing " + PATH, 80));
  }

  @Test
  void a_path_keeps_whole_parts_at_both_ends() {
    assertEquals(
        "writing /home/…/orders-service/thaw-why/why.html", Shortened.line("writing " + PATH, 50));
    assertEquals("writing /home/…/thaw-why/why.html", Shortened.line("writing " + PATH, 36));
  }

  @Test
  void a_name_of_java_keeps_its_class_and_method() {
    String line =
        "left out: GET /tasks/1, from com.kishore.taskmanager.controller.TaskController.read";
    assertEquals(
        "left out: GET /tasks/1, from …controller.TaskController.read", Shortened.line(line, 70));
    assertEquals("left out: GET /tasks/1, from …TaskController.read", Shortened.line(line, 50));
  }

  @Test
  void a_long_name_loses_its_middle() {
    String line = Shortened.line("asking " + "a".repeat(50) + "b".repeat(50) + " once ... 3 s", 60);
    assertEquals(60, Text.width(line));
    assertTrue(line.startsWith("asking aaa") && line.endsWith("bbb once ... 3 s"), line);
    assertTrue(line.contains("a…b"), line);
  }

  @Test
  void the_longest_word_is_shortened_first_and_short_ones_stay() {
    String name = "c".repeat(40);
    String line = Shortened.line("the event " + name + " of " + PATH, 80);
    assertTrue(line.startsWith("the event " + name + " of /home/…/"), line);
    assertTrue(Text.width(line) <= 80, line);
  }

  @Test
  void a_sentence_of_short_words_loses_its_middle() {
    String line = Shortened.line("word ".repeat(30) + "end", 40);
    assertEquals(40, Text.width(line));
    assertTrue(line.endsWith(" end") && line.contains("…"), line);
    assertEquals("word ".repeat(30) + "end", Shortened.words("word ".repeat(30) + "end", 40));
    assertEquals(
        "building of /home/…/thaw-why/why.html " + "word ".repeat(9) + "end",
        Shortened.words("building of " + PATH + " " + "word ".repeat(9) + "end", 86));
  }

  @Test
  void a_number_is_whole_or_left_out() {
    for (int columns = 1; columns < 40; columns++) {
      String line = Shortened.line("OrdersFunction took 1,234.5 ms and 678 MB of it", columns);
      for (String number : line.split("[^0-9.,]+")) {
        assertTrue(List.of("", "1,234.5", "678").contains(number), line);
      }
      assertTrue(Text.width(line) <= columns, line);
    }
  }

  @Test
  void wide_characters_count_twice() {
    assertTrue(Text.width(Shortened.line("asking " + "漢".repeat(60), 40)) <= 40);
  }
}
