package thaw.remedy.edit;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The imports of a file that is new. */
final class NewImports {
  private final Set<String> types = new TreeSet<>();

  /**
   * Returns the name of a type in the file: the simple one, unless another type of that name came
   * first.
   */
  String named(String type) {
    String simple = type.substring(type.lastIndexOf('.') + 1);
    if (types.stream().anyMatch(each -> !each.equals(type) && each.endsWith("." + simple))) {
      return type;
    }
    types.add(type);
    return simple;
  }

  String lines() {
    return types.stream()
        .filter(type -> !type.matches("java\\.lang\\.\\w+"))
        .map(type -> "import " + type + ";\n")
        .collect(Collectors.joining());
  }
}
