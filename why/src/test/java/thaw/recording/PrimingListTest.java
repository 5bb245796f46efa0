package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.problem.UserMistake;
import thaw.recording.PrimingList.PrimedClass;

class PrimingListTest {
  private static final String JAR = "file:/var/task/lib/shop.jar";
  private static final String ARCHIVE = "shared objects file";

  @Test
  void it_has_what_any_of_the_requests_loads_and_nothing_of_init() {
    PrimingList list =
        PrimingList.of(
            List.of(
                new StartLoads(loads("shop.Handler"), loads("shop.Order", "shop.Card")),
                new StartLoads(loads("shop.Handler"), loads("shop.Order", "shop.Voucher"))));
    assertEquals(List.of("shop.Order", "shop.Card", "shop.Voucher"), names(list));
  }

  @Test
  void classes_that_are_made_at_run_time_are_not_in_it() {
    PrimingList list =
        PrimingList.of(
            List.of(
                new StartLoads(
                    List.of(),
                    List.of(
                        load("shop.Order$$Lambda", "shop.Order"),
                        load("java.util.function.Function$$Lambda", ARCHIVE),
                        load("java.lang.invoke.LambdaForm$MH", ARCHIVE),
                        load("jdk.proxy2.$Proxy8", "__dynamic_proxy__"),
                        load("shop.Generated", "__JVM_LookupDefineClass__"),
                        load("java.util.Currency", "jrt:/java.base"),
                        load("java.util.Locale", ARCHIVE)))));
    assertEquals(List.of("java.util.Currency", "java.util.Locale"), names(list));
  }

  @Test
  void only_what_a_request_initialises_and_what_is_safe_is_initialised() {
    List<StartLoads> starts =
        List.of(
            new StartLoads(
                List.of(),
                loads("shop.Status", "shop.Clock", "shop.Unused"),
                Set.of("shop.Status", "shop.Clock")));
    PrimingList list =
        PrimingList.of(starts).initialising(starts, name -> !name.equals("shop.Clock"));
    assertEquals(
        List.of(
            new PrimedClass("shop.Status", true),
            new PrimedClass("shop.Clock", false),
            new PrimedClass("shop.Unused", false)),
        list.classes());
    assertEquals(1, list.initialised());
  }

  @Test
  void its_file_is_read_as_it_was_written() {
    PrimingList list =
        new PrimingList(
            List.of(
                new PrimedClass("shop.Order", false), new PrimedClass("shop.Order$Kind", true)));
    String text = list.text(List.of("of Create", "trained by 2 events"));
    assertEquals(
        """
        # of Create
        # trained by 2 events
        load shop.Order
        initialise shop.Order$Kind
        """,
        text);
    assertEquals(list, PrimingList.read(text));
  }

  @Test
  void a_line_of_another_form_is_refused_by_name() {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> PrimingList.read("load shop.Order\nshop.Card\n"));
    assertTrue(String.valueOf(mistake.getMessage()).contains("shop.Card"), mistake::toString);
  }

  @Test
  void initialisations_are_read_beside_loads_from_a_time_on() {
    byte[] log =
        """
        [100ns][7] shop.Handler source: file:/var/task/
        [150ns][7] 41 Initializing 'shop/Handler' (0x0000000041172020) by thread "main"
        [200ns][7] shop.Order source: file:/var/task/lib/shop.jar
        [210ns][7] Start class verification for: shop.Order
        [220ns][7] End class verification for: shop.Order
        [230ns][7] 42 Initializing 'shop/Order$Kind'(no method) (0x0000000041172020)
        [240ns][7] 43 Initializing 'shop/Ord
        """
            .getBytes(StandardCharsets.UTF_8);
    assertEquals(2, ClassLoadLog.of(log).size());
    assertEquals(Set.of("shop.Order$Kind"), ClassLoadLog.initialised(log, 200));
  }

  private static List<String> names(PrimingList list) {
    return list.classes().stream().map(PrimedClass::name).toList();
  }

  private static List<ClassLoad> loads(String... names) {
    return Stream.of(names).map(name -> load(name, JAR)).toList();
  }

  private static ClassLoad load(String name, String source) {
    return new ClassLoad(0, 1, name, source);
  }
}
