package thaw.load.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.problem.UserMistake;

/**
 * A text with places for values, {@code #{name}} as in Gatling's expressions.
 *
 * @param texts one more than there are names: what is before, between and after them
 */
record ValueTemplate(List<String> texts, List<String> names) {
  private static final Pattern PLACE = Pattern.compile("#\\{([^{}]*)}");

  /**
   * @param known the names that there are values for
   * @throws UserMistake when the text has another one
   */
  static ValueTemplate of(String text, Set<String> known) {
    List<String> texts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Matcher place = PLACE.matcher(text);
    int end = 0;
    while (place.find()) {
      if (!known.contains(place.group(1))) {
        throw new UserMistake(
            "there are no values for " + place.group() + "; there are " + new TreeSet<>(known),
            "name a column of the file that --data names, or number");
      }
      texts.add(text.substring(end, place.start()));
      names.add(place.group(1));
      end = place.end();
    }
    texts.add(text.substring(end));
    return new ValueTemplate(List.copyOf(texts), List.copyOf(names));
  }

  boolean isConstant() {
    return names.isEmpty();
  }

  String fill(UnaryOperator<String> values) {
    if (isConstant()) {
      return texts.getFirst();
    }
    StringBuilder filled = new StringBuilder(texts.getFirst());
    for (int i = 0; i < names.size(); i++) {
      filled.append(values.apply(names.get(i))).append(texts.get(i + 1));
    }
    return filled.toString();
  }
}
