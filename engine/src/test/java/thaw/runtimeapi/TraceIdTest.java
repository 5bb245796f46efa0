package thaw.runtimeapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceIdTest {
  private static final String ROOT = "Root=1-5759e988-bd862e3fe1be46a994272793";
  private static final String PARENT = ";Parent=53995c3f42cd8ad8";
  private static final String NEW = "Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0";

  @ParameterizedTest
  @ValueSource(
      strings = {
        ROOT + PARENT + ";Sampled=1",
        ROOT + PARENT + ";Sampled=0",
        ROOT + PARENT + ";Sampled=1;Lineage=a87bd80c:1|68fd508a:5"
      })
  void a_whole_header_is_passed_on_as_it_is(String header) {
    assertEquals(header, TraceId.of(Optional.of(header), false));
  }

  @ParameterizedTest
  @CsvSource({
    "'Sampled=1; " + ROOT + PARENT + "'," + ROOT + PARENT + ";Sampled=1",
    "Self=1-67891234-12456789abcdef012345678;"
        + ROOT
        + PARENT
        + ";Sampled=1;CalledFrom=app,"
        + ROOT
        + PARENT
        + ";Sampled=1",
    ROOT + PARENT + "," + ROOT + PARENT + ";Sampled=0",
    ROOT + PARENT + ";Sampled=?," + ROOT + PARENT + ";Sampled=0",
  })
  void order_and_other_members_do_not_matter(String header, String expected) {
    assertEquals(expected, TraceId.of(Optional.of(header), false));
  }

  @Test
  void a_root_alone_gets_a_parent() {
    String told = TraceId.of(Optional.of(ROOT), false);
    assertTrue(told.matches(ROOT + ";Parent=[0-9a-f]{16};Sampled=0"), told);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ";;=",
        "Root",
        "Root=",
        "Root=1-2-3",
        "Root=1-5759e988-bd862e3fe1be46a99427279",
        "Root=1-5759e988-bd862e3fe1be46a99427279g",
        "Root=2-5759e988-bd862e3fe1be46a994272793",
        "Root=1-5759e988_bd862e3fe1be46a994272793",
        "root=1-5759e988-bd862e3fe1be46a994272793",
        "Parent=53995c3f42cd8ad8;Sampled=1"
      })
  void without_a_root_a_new_trace_begins(String header) {
    String told = TraceId.of(Optional.of(header), false);
    assertTrue(told.matches(NEW), told);
  }

  @Test
  void with_active_tracing_a_request_is_recorded_unless_its_caller_has_decided() {
    assertEquals("1", sampled(TraceId.of(Optional.empty(), true)));
    assertEquals("1", sampled(TraceId.of(Optional.of(ROOT), true)));
    assertEquals("1", sampled(TraceId.of(Optional.of(ROOT + ";Sampled=?"), true)));
    assertEquals("0", sampled(TraceId.of(Optional.of(ROOT + ";Sampled=0"), true)));
    assertEquals("1", sampled(TraceId.of(Optional.of(ROOT + ";Sampled=1"), false)));
  }

  private static String sampled(String header) {
    return header.replaceFirst(".*;Sampled=(.).*", "$1");
  }

  @Test
  void lambda_s_own_segment_is_the_parent_of_what_is_recorded() {
    String recorded = TraceId.of(Optional.of(ROOT + PARENT + ";Sampled=1"), true);
    assertTrue(recorded.matches(ROOT + ";Parent=[0-9a-f]{16};Sampled=1"), recorded);
    assertNotEquals(ROOT + PARENT + ";Sampled=1", recorded);
    String passed = ROOT + PARENT + ";Sampled=0";
    assertEquals(passed, TraceId.of(Optional.of(passed), true));
  }

  @Test
  void a_header_that_was_made_here_is_not_taken_apart_again() {
    for (boolean active : new boolean[] {false, true}) {
      String made = TraceId.of(Optional.empty(), active);
      assertSame(made, TraceId.of(Optional.of(made), false));
    }
  }

  @ParameterizedTest
  @CsvSource({
    ROOT + PARENT + ";Sampled=1,1,''",
    ROOT + PARENT + ";Sampled=0,0,''",
    ROOT + ",0,''",
    "Sampled=1;" + ROOT + ",1,''",
    ROOT + PARENT + ";Sampled=1;Lineage=a87bd80c:1,1,;lineage=a87bd80c:1"
  })
  void an_answer_shows_it_without_parent(String header, String sampled, String lineage) {
    assertEquals(
        ROOT.replace("Root", "root") + ";sampled=" + sampled + lineage, TraceId.shown(header));
  }

  @Test
  void traces_that_begin_differ() {
    assertNotEquals(TraceId.of(Optional.empty(), false), TraceId.of(Optional.empty(), false));
  }
}
