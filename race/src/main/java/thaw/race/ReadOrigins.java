package thaw.race;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.tree.analysis.Value;

/**
 * A value in a method, as far as it matters: which reads it was made of.
 *
 * @param size in slots
 * @param reads numbers of the places where they are
 * @param made number of the instruction that made the object, -1 for a value of another origin
 */
record ReadOrigins(int size, Set<Integer> reads, int made) implements Value {
  static final int NOT_HERE = -1;

  ReadOrigins {
    reads = Set.copyOf(reads);
  }

  static ReadOrigins none(int size) {
    return new ReadOrigins(size, Set.of(), NOT_HERE);
  }

  @Override
  public int getSize() {
    return size;
  }

  ReadOrigins and(Set<Integer> others) {
    return reads.containsAll(others) ? this : new ReadOrigins(size, union(reads, others), made);
  }

  static Set<Integer> union(Set<Integer> one, Set<Integer> other) {
    Set<Integer> both = new HashSet<>(one);
    both.addAll(other);
    return both;
  }
}
