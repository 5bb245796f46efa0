package thaw.explanation;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.presentation.text.ShortNames;

/** Libraries and methods by short names, for where there is no room. */
final class OwnerNames {
  private static final Pattern COORDINATES =
      Pattern.compile("(?<![\\w:.\\[-])[A-Za-z_][\\w.-]*:([A-Za-z][\\w.-]*)(?::([\\w.-]+))?");
  private static final Pattern SHADED = Pattern.compile(" \\(shaded in ([^()]*)\\)");

  private OwnerNames() {}

  /** {@code guice 7.0.0} for {@code com.google.inject:guice:7.0.0}; other names as they are. */
  static String brief(String owner) {
    String shortened = SHADED.matcher(owner).replaceAll(" (in $1)");
    Matcher coordinates = COORDINATES.matcher(shortened);
    return coordinates.replaceAll(found ->
        Matcher.quoteReplacement(
            found.group(2) == null ? found.group(1) : found.group(1) + " " + found.group(2)));
  }

  /** Shortens a name to at most so many columns; 8 is the least. */
  static String fit(String owner, int columns) {
    return ShortNames.of(List.of(brief(owner)), columns).getFirst();
  }
}
