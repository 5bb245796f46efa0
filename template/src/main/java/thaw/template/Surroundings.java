package thaw.template;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is around a template: the stacks that it is nested in, and names that are taken.
 *
 * @param stacks files of the templates that lead to it, itself included
 * @param prefix what goes before a logical id of its own that is taken
 * @param taken logical ids of resources of other templates; gets those of this one
 * @param nested how many stacks are nested in the outermost one so far; counted by all of them
 */
record Surroundings(List<Path> stacks, String prefix, Set<String> taken, AtomicInteger nested) {
  static Surroundings none(Path file) {
    return new Surroundings(
        List.of(file.toAbsolutePath().normalize()), "", new HashSet<>(), new AtomicInteger());
  }

  /** Returns whether a template leads to itself through another one. */
  boolean leadsTo(Path file) {
    return stacks.contains(file.toAbsolutePath().normalize());
  }

  Surroundings with(Path file, String id, Set<String> names) {
    List<Path> all = new ArrayList<>(stacks);
    all.add(file.toAbsolutePath().normalize());
    return new Surroundings(all, prefix + id, names, nested);
  }
}
