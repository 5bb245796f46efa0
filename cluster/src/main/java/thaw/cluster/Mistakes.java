package thaw.cluster;

import java.util.Locale;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/** Makes a {@code UserMistake} from a message in {@code mistakes.properties}. */
final class Mistakes {
  private static final ResourceBundle TEXTS =
      ResourceBundle.getBundle("thaw.cluster.mistakes", Locale.ROOT);

  private Mistakes() {}

  /**
   * @throws UserMistake unless it is so
   */
  static void require(boolean so, String key, @Nullable Object... values) {
    if (!so) {
      throw of(key, values);
    }
  }

  /**
   * @param values for the cause and for the remedy, which have the same ones
   */
  static UserMistake of(String key, @Nullable Object... values) {
    return new UserMistake(
        TEXTS.getString(key).formatted(values), TEXTS.getString(key + ".remedy").formatted(values));
  }
}
