package thaw.remedy;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import thaw.attribution.Explanation;

/** Collects the facts that stand in the way of remedies, with their places. */
public final class WhyNot {
  /** That of a family which is not among those that are asked for. */
  public static final String OTHERS_NAMED = "--only names others";

  private static final int MOST_SHOWN = 4;

  private final Map<Family, Set<String>> facts = new EnumMap<>(Family.class);

  /**
   * The facts that stand in the way of the remedies of a family.
   *
   * @param facts for people, those with a place beginning with file and line
   */
  public record NotOffered(Family family, List<String> facts) {
    public NotOffered {
      facts = List.copyOf(facts);
    }

    /** Returns the facts as the rest of a sentence behind <i>because</i>. */
    public String because() {
      List<String> shown = facts.subList(0, Math.min(MOST_SHOWN, facts.size()));
      int rest = facts.size() - shown.size();
      return String.join("; ", shown) + (rest > 0 ? "; and " + rest + " more" : "");
    }
  }

  public void add(Family family, String fact) {
    facts.computeIfAbsent(family, _ -> new LinkedHashSet<>()).add(fact);
  }

  public void addAll(Family family, List<String> all) {
    all.forEach(fact -> add(family, fact));
  }

  /** Has a family stand back for a fact of the start itself, whatever else stands in its way. */
  public void addUnsuited(Explanation explanation) {
    for (Family family : Family.values()) {
      family.unsuited(explanation).ifPresent(fact -> facts.put(family, Set.of(fact)));
    }
  }

  /** Has all families that are not named stand back for those that are; none named are all. */
  public void keepOnly(Set<String> only) {
    for (Family family : Family.values()) {
      if (!family.isNamed(only)) {
        facts.put(family, Set.of(OTHERS_NAMED));
      }
    }
  }

  public List<NotOffered> list() {
    List<NotOffered> list = new ArrayList<>();
    facts.forEach((family, of) -> list.add(new NotOffered(family, List.copyOf(of))));
    return list;
  }
}
