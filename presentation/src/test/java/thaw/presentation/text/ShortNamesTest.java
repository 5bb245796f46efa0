package thaw.presentation.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShortNamesTest {
  @Test
  void names_that_fit_stay_whole() {
    assertEquals(List.of("a", "exactly-14-abc"), ShortNames.of(List.of("a", "exactly-14-abc"), 14));
  }

  @Test
  void the_middle_goes_first() {
    assertEquals(
        List.of("petst…ce-256", "petst…ce-512"),
        ShortNames.of(List.of("petstore-guice-256", "petstore-guice-512"), 12));
  }

  @Test
  void a_label_keeps_whole_words_and_is_never_shortened_into_its_opposite() {
    for (int columns : new int[] {10, 12, 14, 18, 20, 40}) {
      for (String label :
          List.of("without cold starts", "  without cold starts", "this thread (CPU quota)")) {
        String shown = ShortNames.of(List.of(label), columns).getFirst();
        assertTrue(Text.width(shown) <= columns, shown);
        String first = label.strip().split(" ", -1)[0];
        assertTrue(
            shown.strip().matches("\\Q" + first + "\\E( .*|…( ?[^ ].*)?)"), columns + ": " + shown);
        String tail = shown.substring(shown.indexOf('…') + 1);
        assertTrue((" " + label).endsWith(" " + tail) || tail.isEmpty(), columns + ": " + shown);
      }
    }
  }

  @Test
  void an_identifier_loses_parts_and_no_letters() {
    String name = "com.acme.orders.GetOrderHandler";
    assertEquals("…orders.GetOrderHandler", ShortNames.of(List.of(name), 24).getFirst());
    assertEquals("…GetOrderHandler", ShortNames.of(List.of(name), 20).getFirst());
  }

  @Test
  void a_name_that_is_longer_than_a_line_goes_on_behind_a_dot() {
    assertEquals(
        List.of("com.acme.orders.", "GetOrderHandler"),
        Text.wrap("", "com.acme.orders.GetOrderHandler", 24));
  }

  @Test
  void a_path_is_broken_behind_a_folder_and_not_within_a_file_s_name() {
    assertEquals(
        List.of("src/main/java/org/demo/", "GetOrderHandler.java:30"),
        Text.wrap("", "src/main/java/org/demo/GetOrderHandler.java:30", 28));
  }

  @Test
  void a_text_is_cut_between_words() {
    assertEquals("first…", Text.cut("first invocation", 10));
    assertEquals("lambda and…", Text.cut("lambda and invokedynamic linkage", 14));
    assertEquals("GetOrderFu…", Text.cut("GetOrderFunctionOfOrders", 11));
  }

  @Test
  void names_that_would_be_alike_get_a_number() {
    List<String> names = List.of("petstore-one-with-all-of-it", "petstore-two-with-all-of-it");
    assertEquals(List.of("petst…l-of-it", "petstore-t…~2"), ShortNames.of(names, 13));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {61, 62, 63})
  void short_names_fit_and_differ(long seed) {
    Random random = new Random(seed);
    List<String> names =
        IntStream.range(0, 60)
            .mapToObj(i -> "x".repeat(random.nextInt(30)) + "商".repeat(random.nextInt(5)) + i)
            .toList();
    for (int columns = 8; columns < 30; columns++) {
      List<String> shortened = ShortNames.of(names, columns);
      assertEquals(names.size(), new HashSet<>(shortened).size());
      for (String name : shortened) {
        assertTrue(Text.width(name) <= columns, name);
      }
    }
  }
}
