package thaw.presentation.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TerminalStreamTest {
  static Stream<Arguments> said() {
    return Stream.of(
        Arguments.of("plain text\twith a tab\n", "plain text\twith a tab\n"),
        Arguments.of("\u001b[1;31mred\u001b[0m \u001b[38:2::1:2:3mx\u001b[m", null),
        Arguments.of("größer 日本 😀 👩‍💻", null),
        Arguments.of("\u001b]0;another title\u0007text", "␛]0;another title␇text"),
        Arguments.of("\u001b]8;;http://evil\u001b\\x", "␛]8;;http://evil␛\\x"),
        Arguments.of("\u001b[2J\u001b[H", "␛[2J␛[H"),
        Arguments.of("\u001b[?25l", "␛[?25l"),
        Arguments.of("\u001bc", "␛c"),
        Arguments.of("\u001b[" + "1;".repeat(80) + "m", "␛[" + "1;".repeat(80) + "m"),
        Arguments.of("\u001b\u001b[1mx", "␛\u001b[1mx"),
        Arguments.of("real\rfalse", "real␍false"),
        Arguments.of("one\r\ntwo\n", "one\ntwo\n"),
        Arguments.of("\r\r\n", "␍\n"),
        Arguments.of("a\bb\u0000\u007f", "a␈b␀␡"),
        Arguments.of("\u009b2J \u0085 \u009d0;t\u009c", "<U+009B>2J <U+0085> <U+009D>0;t<U+009C>"),
        Arguments.of("abc\u202edef\u2066\u200f\u061c", "abc<U+202E>def<U+2066><U+200F><U+061C>"),
        Arguments.of("a\u2028b", "a<U+2028>b"));
  }

  /**
   * @param shown null for the same
   */
  @ParameterizedTest
  @MethodSource("said")
  void colours_pass_and_what_steers_a_terminal_is_shown(String said, String shown) {
    String expected = (shown == null ? said : shown) + "|";
    byte[] bytes = (said + "|").getBytes(UTF_8);
    assertEquals(expected, shown(bytes, bytes.length));
    assertEquals(expected, shown(bytes, 1), "byte by byte");
    assertEquals(expected, shown(bytes, 3), "in threes");
  }

  @Test
  void bytes_that_are_no_text_are_no_controls_either() {
    byte[] bytes = {'a', (byte) 0x9b, '2', 'J', (byte) 0xc2, '\n'};
    assertEquals("a\ufffd2J\ufffd\n", shown(bytes, bytes.length));
  }

  @Test
  void whatever_is_said_the_terminal_gets_no_control_but_colours() {
    for (long seed = 0; seed < 2_000; seed++) {
      byte[] bytes = new byte[64];
      Random random = new Random(seed);
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] =
            (byte)
                (random.nextBoolean()
                    ? "\u001b[]0;m\r\n:".charAt(random.nextInt(9))
                    : random.nextInt());
      }
      String shown = shown(bytes, 1 + random.nextInt(64));
      String rest = shown.replaceAll("\u001b\\[[0-9;:]*m", "");
      assertTrue(
          rest.chars()
              .allMatch(each ->
                  each >= ' ' && (each < 0x7f || each > 0x9f) || each == '\n' || each == '\t'),
          "seed " + seed + ": " + shown);
    }
  }

  @Test
  void a_terminal_with_another_character_set_gets_its_own_bytes() {
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    PrintStream terminal = new PrintStream(seen, true, StandardCharsets.ISO_8859_1);
    TerminalStream.before(terminal).print("grün");
    assertEquals("grün", seen.toString(StandardCharsets.ISO_8859_1));
  }

  private static String shown(byte[] bytes, int step) {
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    PrintStream out = TerminalStream.before(new PrintStream(seen, true, UTF_8));
    for (int i = 0; i < bytes.length; i += step) {
      out.write(bytes, i, Math.min(step, bytes.length - i));
    }
    out.flush();
    return seen.toString(UTF_8);
  }
}
