package thaw.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a reader tells of values before they are read. */
class KindTest {
  /** Reads a list of anything as the kinds of its elements. */
  private static final Shape<List<Kind>> KINDS =
      new Shape<>() {
        @Override
        public List<Kind> wire(Wire w, @Nullable List<Kind> value) {
          List<Kind> kinds = new ArrayList<>();
          w.openList(0);
          while (w.more()) {
            kinds.add(((Reader) w).kind());
            w.element(null, new ObjectOrScalar());
          }
          w.closeList();
          return kinds;
        }
      };

  /** By kind, so that each is read as what it is. */
  private static final class ObjectOrScalar extends Shape<Object> {
    @Override
    public Object wire(Wire w, @Nullable Object value) {
      return switch (((Reader) w).kind()) {
        case BOOL -> w.bool(false);
        case INTEGER, FRACTION -> w.decimal(null);
        case LIST -> w.list(null, this);
        case OBJECT -> w.map(null, this);
        default -> w.string((String) null);
      };
    }
  }

  private static List<Kind> kinds(String json) {
    return Format.JSON.read(json.getBytes(UTF_8), KINDS);
  }

  @Test
  void each_value_has_its_kind() {
    assertEquals(
        List.of(
            Kind.NULL,
            Kind.BOOL,
            Kind.BOOL,
            Kind.INTEGER,
            Kind.INTEGER,
            Kind.FRACTION,
            Kind.FRACTION,
            Kind.FRACTION,
            Kind.STRING,
            Kind.LIST,
            Kind.OBJECT),
        kinds("[null, true,false,0,-12 ,1.0,1e2, -1E2,\"1\",[1],{\"a\":{}}]"));
  }

  @Test
  void where_there_is_no_value_there_is_no_kind() {
    assertThrows(WireException.class, () -> kinds("[x]"));
    assertThrows(WireException.class, () -> kinds("[1"));
  }
}
