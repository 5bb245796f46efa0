package thaw.program;

import java.util.function.Consumer;

/**
 * The program's lines in a build's log. Off a terminal it prints whole lines without colours.
 *
 * @param warning gets warnings, without the word that marks them
 */
public record BuildLog(Consumer<String> line, Consumer<String> warning) implements ProgramListener {
  private static final String WARNING = "warning: ";

  @Override
  public void output(String text) {
    line.accept(text);
  }

  @Override
  public void error(String text) {
    if (text.startsWith(WARNING)) {
      warning.accept(text.substring(WARNING.length()));
    } else {
      line.accept(text);
    }
  }
}
