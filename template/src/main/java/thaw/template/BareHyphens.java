package thaw.template;

import java.util.regex.Pattern;

/** {@code !Split [-, x]}: YAML 1.2 forbids the bare hyphen, CloudFormation takes it. */
final class BareHyphens {
  /** A character of private use, which no template has. */
  static final String STAND_IN = "\uE02D";

  /** The hyphen stands first, as a look behind at each character takes longer than the parser. */
  private static final Pattern BARE = Pattern.compile("-(?<=[\\[,] {0,8}-)(?= {0,8}[,\\]])");

  private BareHyphens() {}

  /** Returns a text with a stand-in for each, and every other character in its place. */
  static String replaced(String text) {
    return BARE.matcher(text).replaceAll(STAND_IN);
  }
}
