package thaw.remedy.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class KeptLayoutTest {
  private static final String BEFORE =
      """
      package example;

      import a.v1.Item;
      import a.v1.Request;
      import java.util.List; // all of them

      class Table {
        /** Makes a request. */
        Object request(String id) {
          return send(
              new Request()
                  .withName("t") // the table's
                  .withKey(List.of(new Item().withS(id))));
        }
      }
      """;

  @Test
  void words_change_and_lines_stay() {
    String changed =
        """
        package example;

        import b.v2.Item;
        import b.v2.Request;

        import java.util.List;

        class Table {
            /** Makes a request. */
            Object request(String id) {
                return send(
                    Request.builder()
                          .name("t") // the table's
                          .key(List.of( Item.builder().s(id)
                            .build()))
                .build());
            }
        }
        """;
    assertEquals(
        """
        package example;

        import b.v2.Item;
        import b.v2.Request;
        import java.util.List; // all of them

        class Table {
          /** Makes a request. */
          Object request(String id) {
            return send(
                Request.builder()
                    .name("t") // the table's
                    .key(List.of(Item.builder().s(id).build()))
                    .build());
          }
        }
        """,
        KeptLayout.of(BEFORE, changed));
  }

  @Test
  void imports_go_where_their_order_wants_them() {
    String before = "package a;\n\nimport com.v1.X;\nimport java.util.List;\n\nclass A { X x; }\n";
    String changed = "package a;\n\nimport java.util.List;\nimport soft.Y;\n\nclass A { Y x; }\n";
    assertEquals(changed, KeptLayout.of(before, changed));
    String groups =
        "package a;\n\nimport java.util.List;\n\nimport com.v1.X;\n\nclass A { X x; }\n";
    assertEquals(
        groups.replace("com.v1.X", "soft.Y").replace("X x", "Y x"), KeptLayout.of(groups, changed));
  }

  @Test
  void line_ends_of_another_system_stay() {
    String before = BEFORE.replace("\n", "\r\n");
    String changed = BEFORE.replace("withName", "name");
    assertEquals(before.replace("withName", "name"), KeptLayout.of(before, changed));
  }

  /** A seed names what fails. */
  @RepeatedTest(50)
  void edits_between_two_texts_make_one_of_the_other(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    String before = text(random);
    String after = text(random);
    String text = before;
    List<TextEdit> edits = TextEdit.allBetween(Path.of("a"), before, after);
    for (TextEdit edit : edits) {
      text = edit.in(text).orElseThrow();
    }
    assertEquals(after, text);
    assertTrue(before.equals(after) == edits.isEmpty());
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder("first\n");
    IntStream.range(0, 30)
        .filter(line -> random.nextInt(4) > 0)
        .forEach(line -> text.append(random.nextInt(5) == 0 ? "x" : line).append('\n'));
    return text.toString();
  }
}
