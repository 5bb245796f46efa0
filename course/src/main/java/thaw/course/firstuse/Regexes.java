package thaw.course.firstuse;

import java.util.regex.Pattern;

/** The same question asked of a string by its own methods and by patterns. */
final class Regexes implements Uses {
  private final String text = "id-4711 Rex";

  @Override
  public String[] steps() {
    return new String[] {"index_of", "first", "second"};
  }

  @Override
  public void use(int step) {
    switch (step) {
      case 0 -> FirstUse.keep(text.startsWith("id-") && text.indexOf(' ') > 3);
      case 1 -> FirstUse.keep(Pattern.compile("id-\\d+ .*").matcher(text).matches());
      default -> FirstUse.keep(Pattern.compile("[a-z]+-(\\d{2,}) \\w+").matcher(text).matches());
    }
  }
}
