package thaw.template;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Gathers the members of a mapping. Of a key that stands there twice the last one counts, as it
 * does for CloudFormation and SAM; the long form of an intrinsic function becomes a call.
 */
final class MembersBuilder {
  private final Consumer<String> warnings;
  private final Map<String, TemplateValue.Member> members = new LinkedHashMap<>();
  private final Map<String, TemplateValue.Member> inherited = new LinkedHashMap<>();

  /**
   * @param warnings gets a line for each value that does not count
   */
  MembersBuilder(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  void put(String name, Place key, TemplateValue value) {
    TemplateValue.Member before = members.put(name, new TemplateValue.Member(key, value));
    if (before != null) {
      warnings.accept(
          "%s: %s stands there twice, first at line %d: the last one counts, as for CloudFormation"
              .formatted(key, name, before.key().line()));
    }
  }

  /** Takes over the members of a mapping, or of all mappings in a list, that {@code <<} names. */
  void inherit(TemplateValue value) {
    switch (value) {
      case TemplateValue.Members one -> one.members().forEach(inherited::putIfAbsent);
      case TemplateValue.Items items -> items.items().forEach(this::inherit);
      case TemplateValue.Text _, TemplateValue.Call _ ->
          throw value
              .place()
              .mistake("<< must be followed by a mapping", "write << with an alias of a mapping");
    }
  }

  TemplateValue build(Place place) {
    inherited.forEach(members::putIfAbsent);
    if (members.size() == 1) {
      Map.Entry<String, TemplateValue.Member> only = members.entrySet().iterator().next();
      if (only.getKey().equals("Ref") || isIntrinsic(only.getKey())) {
        return new TemplateValue.Call(unprefixed(only.getKey()), only.getValue().value(), place);
      }
    }
    return new TemplateValue.Members(members, place);
  }

  /** {@code Fn::ForEach::Name} is a key of the language extensions, not a function of a value. */
  private static boolean isIntrinsic(String key) {
    return key.startsWith("Fn::") && key.indexOf("::", "Fn::".length()) < 0;
  }

  static String unprefixed(String function) {
    return function.startsWith("Fn::") ? function.substring("Fn::".length()) : function;
  }
}
