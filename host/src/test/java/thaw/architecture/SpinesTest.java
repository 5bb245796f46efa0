package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Holds the four ways of {@code ARCHITECTURE.md} to the compiled classes: a step that a type does
 * not take, since it has to do with none of those before it, is found.
 */
class SpinesTest {
  private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]\\w*)`");
  private final ClassCycles classes = ClassCycles.of(Path.of("target/classes"));

  private static List<String> spines() throws IOException {
    String page = Files.readString(Path.of("../ARCHITECTURE.md"));
    String chapter = page.substring(page.indexOf("\n## Spines"), page.indexOf("\n## Other ways"));
    List<String> spines = List.of(chapter.split("\n### "));
    return spines.subList(1, spines.size());
  }

  @Test
  void each_type_of_a_spine_is_linked_to_one_that_is_named_before_it() throws IOException {
    assertEquals(4, spines().size());
    Map<String, String> names = new HashMap<>();
    classes
        .used()
        .forEach((type, used) -> {
          names.put(simple(type), type);
          used.forEach(each -> names.put(simple(each), each));
        });
    List<String> alone = new ArrayList<>();
    for (String spine : spines()) {
      Set<String> before = new LinkedHashSet<>();
      for (String name : TYPE.matcher(spine).results().map(SpinesTest::name).toList()) {
        String type = names.getOrDefault(name, name);
        if (!before.isEmpty() && before.stream().noneMatch(each -> areLinked(each, type))) {
          alone.add(spine.lines().findFirst().orElseThrow() + ": " + name);
        }
        before.add(type);
      }
      assertTrue(before.size() > 20, spine);
    }
    assertEquals(List.of(), alone);
  }

  private boolean areLinked(String one, String other) {
    return one.equals(other) || uses(one, other) || uses(other, one);
  }

  private boolean uses(String user, String used) {
    return classes.used().getOrDefault(user, Set.of()).contains(used);
  }

  private static String name(MatchResult found) {
    return found.group(1);
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
