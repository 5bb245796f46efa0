package thaw.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FieldSectionTest {
  private static FieldSection connection(String value) {
    return new FieldSection(List.of(new Response.Field("Connection", value)));
  }

  @Test
  void an_option_is_found_whatever_stands_around_it() {
    assertTrue(connection("keep-alive ,\tClose").lists("connection", "close"));
    assertTrue(connection("close,").lists("Connection", "close"));
    assertFalse(connection("closed, not close").lists("Connection", "close"));
    assertFalse(connection("").lists("Connection", "close"));
  }

  /** A pattern that tried each white space anew took minutes. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void white_space_without_end_takes_one_pass() {
    assertFalse(connection("a" + " ".repeat(2_000_000) + "b").lists("Connection", "close"));
  }
}
