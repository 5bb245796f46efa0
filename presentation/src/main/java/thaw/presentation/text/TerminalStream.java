package thaw.presentation.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;

/**
 * Protects a terminal: text passes with its colours, and whatever else would steer the terminal or
 * reverse the reading direction is shown instead of obeyed. Functions, templates and packages say
 * what they like, and it must not change the window's title, erase what stands above or pass for
 * another line. Refuses to know who has said what; files and pipes need none of it.
 *
 * <pre>
 *   ESC [ 31 m               passes (SGR, "select graphic rendition"; digits, semicolons, colons)
 *   LF, TAB, CR before LF    pass, without the CR
 *   other C0 controls, DEL   as their pictures: ␛ ␇ ␍ ␡
 *   C1 controls, bidirectional controls, line and paragraph separators    as &lt;U+202E&gt;
 * </pre>
 *
 * <p>Not thread-safe: the {@link PrintStream} before it writes for one thread at a time.
 *
 * @see <a href="https://ecma-international.org/publications-and-standards/standards/ecma-48/">
 *     ECMA-48</a>
 */
public final class TerminalStream extends OutputStream {
  private static final int ESCAPE = 0x1B;
  private static final int DELETE = 0x7F;
  private static final int LAST_C1 = 0x9F;
  private static final int FIRST_PICTURE = 0x2400;
  private static final int DELETE_PICTURE = 0x2421;

  /** Nobody needs more parameters, and what is held back must not grow. */
  private static final int LONGEST_SEQUENCE = 64;

  private final PrintStream terminal;
  private final CharsetDecoder decoder =
      UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);

  /** Bytes of a character that has not come whole. */
  private byte[] rest = new byte[0];

  /** The beginning of a sequence, or a CR, of which the next character decides. */
  private final StringBuilder held = new StringBuilder();

  private TerminalStream(PrintStream terminal) {
    this.terminal = terminal;
  }

  /** The stream to print to. */
  public static PrintStream before(PrintStream terminal) {
    return new PrintStream(new TerminalStream(terminal), true, UTF_8);
  }

  /** The same of a whole text, for what draws on the terminal itself. */
  public static String harmless(String text) {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream out = before(new PrintStream(shown, true, UTF_8));
    out.print(text + '\n'); // which ends what is held
    return shown.toString(UTF_8).replace('\n', ' ').stripTrailing();
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    if (rest.length == 0 && held.isEmpty() && isPlain(bytes, offset, length)) {
      terminal.write(bytes, offset, length);
      return;
    }
    ByteBuffer in =
        ByteBuffer.allocate(rest.length + length).put(rest).put(bytes, offset, length).flip();
    CharBuffer characters = CharBuffer.allocate(in.remaining());
    decoder.reset().decode(in, characters, false);
    rest = new byte[in.remaining()];
    in.get(rest);
    StringBuilder shown = new StringBuilder();
    characters.flip().codePoints().forEach(character -> take(character, shown));
    terminal.print(shown); // in the terminal's own character set
  }

  private static boolean isPlain(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if ((bytes[i] < ' ' && bytes[i] != '\n' && bytes[i] != '\t') || bytes[i] == DELETE) {
        return false; // bytes above 127 are negative
      }
    }
    return true;
  }

  private void take(int character, StringBuilder shown) {
    if (held.isEmpty()) {
      if (character == ESCAPE || character == '\r') {
        held.appendCodePoint(character);
      } else {
        show(character, shown);
      }
    } else if (held.charAt(0) == '\r' && character == '\n') {
      held.setLength(0);
      shown.append('\n');
    } else if (goesOn(character)) {
      held.appendCodePoint(character);
    } else if (held.length() > 1 && character == 'm') {
      shown.append(held).append('m');
      held.setLength(0);
    } else {
      held.codePoints().forEach(each -> show(each, shown));
      held.setLength(0);
      take(character, shown);
    }
  }

  private boolean goesOn(int character) {
    return held.charAt(0) == ESCAPE
        && held.length() < LONGEST_SEQUENCE
        && (held.length() == 1
            ? character == '['
            : (character >= '0' && character <= '9') || character == ';' || character == ':');
  }

  private static void show(int character, StringBuilder shown) {
    if (character == '\n' || character == '\t') {
      shown.appendCodePoint(character);
    } else if (character < ' ') {
      shown.appendCodePoint(FIRST_PICTURE + character);
    } else if (character == DELETE) {
      shown.appendCodePoint(DELETE_PICTURE);
    } else if ((character > DELETE && character <= LAST_C1) || isDirection(character)) {
      shown.append("<U+%04X>".formatted(character));
    } else {
      shown.appendCodePoint(character);
    }
  }

  /** Marks, embeddings, overrides and isolates of UAX 9, and the two separators beside them. */
  private static boolean isDirection(int character) {
    return character == 0x061C
        || character == 0x200E
        || character == 0x200F
        || (character >= 0x2028 && character <= 0x202E)
        || (character >= 0x2066 && character <= 0x2069);
  }

  @Override
  public void flush() throws IOException {
    terminal.flush();
  }
}
