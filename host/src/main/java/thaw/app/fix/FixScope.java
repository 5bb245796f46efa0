package thaw.app.fix;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import thaw.remedy.Family;
import thaw.remedy.RemedyKind;

/**
 * The remedies that a search may try.
 *
 * @param only their ids or names; none for all of the kinds
 */
record FixScope(Set<RemedyKind> kinds, Set<String> only) {
  private static final String ONLY = "only ";

  FixScope {
    kinds = Collections.unmodifiableSet(EnumSet.copyOf(kinds));
    only = Collections.unmodifiableSet(new TreeSet<>(only));
  }

  static FixScope of(FixRequest request) {
    return new FixScope(request.kinds(), request.only());
  }

  /** Returns whether it has all that another one has, which {@link #words} has written. */
  boolean covers(String words) {
    List<String> others = List.of(words.replaceFirst("^" + ONLY, "").split(", "));
    if (!only.isEmpty()) {
      return words.startsWith(ONLY) && only.containsAll(others);
    }
    return words.startsWith(ONLY)
        ? others.stream()
            .allMatch(each -> Family.of(each).map(Family::kind).filter(kinds::contains).isPresent())
        : kinds.stream().map(RemedyKind::label).toList().containsAll(others);
  }

  /** Returns whether words are those of a scope that names its remedies. */
  static boolean isChosen(String words) {
    return words.startsWith(ONLY);
  }

  /** {@code safe, reviewed}, or {@code only runtime-25}. */
  String words() {
    return only.isEmpty()
        ? kinds.stream().map(RemedyKind::label).collect(Collectors.joining(", "))
        : ONLY + String.join(", ", only);
  }

  /** Returns the option of a command that means it; empty where none does. */
  String named() {
    return !only.isEmpty()
        ? " --only " + String.join(",", only)
        : isUsual() ? "" : kinds.contains(RemedyKind.DIFFERENT) ? " --all" : " --safe";
  }

  /** Returns whether it is what a command without an option means. */
  boolean isUsual() {
    return only.isEmpty() && kinds.equals(EnumSet.of(RemedyKind.SAFE, RemedyKind.REVIEWED));
  }
}
