package thaw.sandbox;

/** Words in the text of shell scripts. */
final class Shell {
  private Shell() {}

  /** A word that the shell takes literally. */
  static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
