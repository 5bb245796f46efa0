package thaw.http;

import java.util.BitSet;
import java.util.Locale;
import java.util.Set;

/** What may stand in a response's head (RFC 9110), and what only a server says there. */
public final class FieldRules {
  private static final BitSet NAME = new BitSet(128);

  static {
    "!#$%&'*+-.^_`|~0123456789".chars().forEach(NAME::set);
    for (char letter = 'a'; letter <= 'z'; letter++) {
      NAME.set(letter);
      NAME.set(Character.toUpperCase(letter));
    }
  }

  /** The function's word for it gets another name, as on AWS. */
  private static final Set<String> REMAPPED =
      Set.of(
          "connection",
          "content-length",
          "date",
          "host",
          "keep-alive",
          "server",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "www-authenticate",
          "x-amzn-requestid");

  private FieldRules() {}

  /** Whether it can be sent. */
  public static boolean isSound(String name, String value) {
    if (name.isEmpty()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (!NAME.get(name.charAt(i))) {
        return false;
      }
    }
    for (int i = 0; i < value.length(); i++) {
      char character = value.charAt(i);
      if ((character < ' ' && character != '\t') || character == 0x7f || character > 0xff) {
        return false;
      }
    }
    return true;
  }

  /** Under which name a function's field is sent. */
  public static String sentName(String name) {
    return REMAPPED.contains(name.toLowerCase(Locale.ROOT)) ? "x-amzn-Remapped-" + name : name;
  }
}
