package thaw.fix;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;

/**
 * What was kept: for the function as it is deployed, and for a package with its own JVM. Each step
 * is judged where it is meant to work, because an archive of classes leaves little of what a step
 * gains without one.
 *
 * @param base the function as it is
 * @param managed what is kept of the steps that need no package, judged without one
 * @param whole the same and what gains in the package only
 */
record KeptSets(Draft base, Draft managed, Draft whole) {
  /** A set without one of its remedies, beside the set. */
  record LeftOut(Draft without, Draft set) {}

  static KeptSets of(Draft base) {
    return new KeptSets(base, base, base);
  }

  /** Returns whether the function gets a remedy where it is deployed as it was before. */
  boolean isForManaged(Remedy remedy) {
    return base.with(remedy).deployedLike(base).has(remedy);
  }

  /** Returns the sets with a step for both; what only the package has stays. */
  KeptSets withManaged(Draft set) {
    Draft all = set;
    for (Remedy remedy : whole.remedies()) {
      all = managed.has(remedy) || all.has(remedy) ? all : all.with(remedy);
    }
    return new KeptSets(base, set, all);
  }

  /** Returns the set that is deployed as before alone. */
  KeptSets onlyManaged() {
    return new KeptSets(base, managed, managed);
  }

  KeptSets withWhole(Draft set) {
    return new KeptSets(base, managed, set);
  }

  boolean isEmpty() {
    return whole.equals(base);
  }

  /** Returns those that a result has figures of. */
  Set<Draft> figures() {
    Set<Draft> figures = new LinkedHashSet<>();
    figures.add(base);
    figures.add(whole);
    figures.add(managed);
    return figures;
  }

  /**
   * Returns each kept remedy with the set that it is judged in and that set without it.
   *
   * @param original text of a file of the project
   */
  Map<Remedy, LeftOut> leftOut(Function<Path, String> original) {
    Map<Remedy, LeftOut> all = new LinkedHashMap<>();
    for (Remedy remedy : whole.remedies()) {
      if (!base.has(remedy)) {
        Draft set = managed.has(remedy) ? managed : whole;
        all.put(remedy, new LeftOut(set.without(remedy, original), set));
      }
    }
    return all;
  }

  /**
   * Returns the sets without a remedy in the one that it was judged in: what the package has of the
   * set that is deployed as before may gain there all the same.
   */
  KeptSets without(Remedy remedy, Function<Path, String> original) {
    Draft rest = managed.without(remedy, original);
    Draft all =
        managed.has(remedy) && !whole.equals(managed) ? whole : whole.without(remedy, original);
    boolean isPackage = all.remedies().stream().anyMatch(each -> !isForManaged(each));
    return new KeptSets(base, rest, isPackage ? all : rest);
  }
}
