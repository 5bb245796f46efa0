package thaw.presentation.text;

/** Colour and weight in a terminal, or none. The 16 colours only: the user's theme decides. */
public enum Ink {
  PLAIN(""),
  BOLD("1"),
  DIM("2"),
  ALARM("1;33"),
  FAILURE("31"),
  FASTER("32"),
  SLOWER("35"),
  INIT("34"),
  HANDLER("33");

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  public String on(String text, boolean ansi) {
    return !ansi || code.isEmpty() || text.isBlank()
        ? text
        : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
