package thaw.sandbox.kernel;

/** Words in the text of shell scripts. */
public final class Shell {
  private Shell() {}

  /** A word that the shell takes literally. */
  public static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
