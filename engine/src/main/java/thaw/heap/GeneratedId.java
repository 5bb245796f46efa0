package thaw.heap;

import java.util.BitSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** Recognises values that look as if they had been made to be unique: ids, tokens, salts. */
final class GeneratedId {
  private static final Pattern UUID_TEXT =
      Pattern.compile(
          "\\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1467][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-"
              + "[0-9a-fA-F]{12}\\b");

  private static final Pattern HEX = Pattern.compile("[0-9a-f]{16,}|[0-9A-F]{16,}");

  /** Time and chance in 26 characters of Crockford's base 32. */
  private static final Pattern ULID = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");

  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/_-]{20,}={0,2}");

  /** Versions of UUIDs that come from chance or from time; the others from a name. */
  private static final Set<Integer> BY_CHANCE = Set.of(1, 4, 6, 7);

  private static final Set<Integer> SECRET_SIZES = Set.of(8, 12, 16, 20, 24, 32, 48, 64);
  private static final Pattern SECRET_NAME =
      Pattern.compile(".*(salt|nonce|seed|secret|key|token|unique|session|instanceid).*");

  private GeneratedId() {}

  static boolean looks(UUID id) {
    return id.variant() == 2 && BY_CHANCE.contains(id.version());
  }

  static boolean looks(String text) {
    return UUID_TEXT.matcher(text).find()
        || isMixed(text) && HEX.matcher(text).matches()
        || ULID.matcher(text).matches()
        || BASE64.matcher(text).matches() && isErratic(text);
  }

  /** Digits and letters: neither a big number nor a word. */
  private static boolean isMixed(String text) {
    long digits = text.chars().filter(Character::isDigit).count();
    return digits > text.length() / 4 && digits < text.length();
  }

  /** Capitals, small letters and digits follow each other as they do not in names and words. */
  private static boolean isErratic(String text) {
    int changes = 0;
    BitSet kinds = new BitSet();
    for (int i = 0; i < text.length(); i++) {
      kinds.set(kind(text.charAt(i)));
      changes += i > 0 && kind(text.charAt(i)) != kind(text.charAt(i - 1)) ? 1 : 0;
    }
    return kinds.get(0) && kinds.get(1) && kinds.get(2) && changes * 5 > text.length() * 2;
  }

  private static int kind(char c) {
    if (Character.isDigit(c)) {
      return 0;
    }
    return Character.isUpperCase(c) ? 1 : Character.isLowerCase(c) ? 2 : 3;
  }

  /** Bytes look like chance easily, so that the field's name has to say so as well. */
  static boolean looks(String field, byte[] bytes) {
    if (!SECRET_SIZES.contains(bytes.length)
        || !SECRET_NAME.matcher(field.toLowerCase(Locale.ROOT)).matches()) {
      return false;
    }
    BitSet values = new BitSet();
    BitSet steps = new BitSet();
    boolean text = true;
    for (int i = 0; i < bytes.length; i++) {
      values.set(bytes[i] & 0xff);
      steps.set(bytes[i] - bytes[(i + bytes.length - 1) % bytes.length] & 0xff);
      text &= bytes[i] >= ' ' && bytes[i] < 0x7f;
    }
    return !text
        && values.cardinality() * 4 > bytes.length * 3
        && steps.cardinality() * 2 > bytes.length;
  }
}
