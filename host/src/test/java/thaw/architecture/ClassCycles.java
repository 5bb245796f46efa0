package thaw.architecture;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The classes of a module, as jdeps finds them or their sources show them, and which of ours each
 * one uses. Nested types are part of their top-level type.
 *
 * @param used class to the classes that it uses, itself left out
 */
public record ClassCycles(Map<String, Set<String>> used) {
  public static ClassCycles of(List<Path> classes) {
    Map<String, Set<String>> used = new TreeMap<>();
    for (Rooms.Use use : Rooms.uses(classes, "class")) {
      String from = topLevel(use.from());
      String to = topLevel(use.to());
      if (!to.equals(from)) {
        used.computeIfAbsent(from, _ -> new TreeSet<>()).add(to);
      }
    }
    return new ClassCycles(used);
  }

  /** Of those whose sources are below a folder; uses of annotations count as well. */
  static ClassCycles ofSources(Path root) {
    List<JavaSource> sources = JavaSource.in(root);
    Set<String> types = sources.stream().map(JavaSource::type).collect(Collectors.toSet());
    Map<String, Set<String>> used = new TreeMap<>();
    sources.forEach(source -> used.put(source.type(), source.used(types)));
    return new ClassCycles(used);
  }

  private static String topLevel(String name) {
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  /** Groups of more classes than that, of which each one reaches each other one. */
  public Set<Set<String>> ofMoreThan(int most) {
    Search search = new Search();
    used.keySet().forEach(search::visit);
    search.groups.removeIf(group -> group.size() <= most);
    return search.groups;
  }

  /**
   * @see <a href="https://doi.org/10.1137/0201010">Tarjan: Depth-first search and linear graph
   *     algorithms</a>
   */
  private final class Search {
    private final Map<String, Integer> number = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final Set<String> onPath = new HashSet<>();
    private final Set<Set<String>> groups = new HashSet<>();

    void visit(String name) {
      if (number.containsKey(name)) {
        return;
      }
      number.put(name, number.size());
      lowest.put(name, number.get(name));
      path.push(name);
      onPath.add(name);
      for (String next : used.getOrDefault(name, Set.of())) {
        visit(next);
        if (onPath.contains(next)) {
          lowest.merge(name, lowest.get(next), Math::min);
        }
      }
      if (lowest.get(name).equals(number.get(name))) {
        groups.add(popped(name));
      }
    }

    private Set<String> popped(String last) {
      Set<String> group = new TreeSet<>();
      String name;
      do {
        name = path.pop();
        onPath.remove(name);
        group.add(name);
      } while (!name.equals(last));
      return group;
    }
  }
}
