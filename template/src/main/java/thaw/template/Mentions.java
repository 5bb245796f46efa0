package thaw.template;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The names that the references in a value name, as the template has them. */
final class Mentions {
  private final UnaryOperator<List<TemplateValue>> followed;
  private final Map<String, Place> places = new LinkedHashMap<>();
  private boolean hasMacro;

  /**
   * @param followed returns those of the arguments of an {@code If} whose references count
   */
  Mentions(UnaryOperator<List<TemplateValue>> followed) {
    this.followed = followed;
  }

  Set<String> names() {
    return places.keySet();
  }

  /** Returns where each name stands first. */
  Map<String, Place> places() {
    return places;
  }

  /** Returns whether a file or a macro makes some of the values, which may refer to anything. */
  boolean hasMacro() {
    return hasMacro;
  }

  void add(TemplateValue value) {
    switch (value) {
      case TemplateValue.Text _ -> {
        // no reference
      }
      case TemplateValue.Items items -> items.items().forEach(this::add);
      case TemplateValue.Members members ->
          members.members().values().forEach(each -> add(each.value()));
      case TemplateValue.Call call -> add(call);
    }
  }

  private void add(TemplateValue.Call call) {
    TemplateValue argument = call.argument();
    List<TemplateValue> all =
        argument instanceof TemplateValue.Items items ? items.items() : List.of(argument);
    switch (call.function()) {
      case "Ref", "GetAtt" -> all.stream().findFirst().ifPresent(this::name);
      case "If" -> followed.apply(all).forEach(this::add);
      case "Sub" -> {
        Set<String> own =
            all.size() > 1 && all.get(1) instanceof TemplateValue.Members given
                ? given.members().keySet()
                : Set.of();
        if (!all.isEmpty() && all.getFirst() instanceof TemplateValue.Text text) {
          Evaluation.variables(text.asString())
              .filter(name -> !own.contains(name))
              .forEach(name -> name(name, call.place()));
        }
        add(argument);
      }
      default -> {
        hasMacro |= call.function().equals("Transform");
        add(argument);
      }
    }
  }

  private void name(TemplateValue value) {
    if (value instanceof TemplateValue.Text text) {
      name(text.asString(), text.place());
    }
  }

  private void name(String path, Place place) {
    int dot = path.indexOf('.');
    places.putIfAbsent(dot < 0 ? path : path.substring(0, dot), place);
  }
}
