package thaw.app.run;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.app.choice.ThawFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.template.Parameters;
import thaw.template.TemplateValue;

/**
 * Variables of functions, by keys such as {@code Create.TABLE_NAME}: what a worker finds as files.
 *
 * @param plain with their values
 * @param secret without: nobody but the cluster has them
 */
public record WorkerVariables(Map<String, String> plain, Set<String> secret) {
  /** CloudFormation replaces these when it deploys; nobody does so in a cluster. */
  private static final Pattern ELSEWHERE =
      Pattern.compile("\\{\\{\\s*resolve:(secretsmanager|ssm|ssm-secure):");

  public static WorkerVariables of(Application application, Template template) {
    Set<String> hidden = Parameters.hidden(template.parameters());
    ThawFile file = ThawFile.in(application);
    Map<String, String> plain = new TreeMap<>();
    Set<String> secret = new TreeSet<>();
    for (FunctionDefinition function : application.functions()) {
      Set<String> hiddenNames =
          hidden.isEmpty()
              ? new TreeSet<>()
              : names(template, function, value -> mentions(value, hidden));
      Set<String> stored =
          template.resources().containsKey(function.logicalId())
              ? names(template, function, WorkerVariables::isStored)
              : Set.of();
      stored.forEach(name -> secret.add(function.logicalId() + "." + name));
      hiddenNames.addAll(stored);
      hiddenNames.addAll(file.of(function).environment().keySet()); // secrets of tests are there
      function
          .environment()
          .forEach((name, value) -> {
            String key = function.logicalId() + "." + name;
            if (hiddenNames.contains(name)) {
              secret.add(key);
            } else {
              plain.put(key, value);
            }
          });
    }
    return new WorkerVariables(plain, secret);
  }

  /** Variables of a function whose values, as they are written, are of a kind. */
  private static Set<String> names(
      Template template, FunctionDefinition function, Predicate<TemplateValue> kind) {
    Set<String> names = new TreeSet<>();
    TemplateResource resource = template.resources().get(function.logicalId());
    if (resource == null) { // of a stack inside, or made by a loop: nobody knows
      names.addAll(function.environment().keySet());
      return names;
    }
    Stream.of(template.globals(), resource.properties())
        .flatMap(properties -> below(properties, "Environment"))
        .flatMap(environment -> below(environment, "Variables"))
        .forEach(variables ->
            variables
                .members()
                .forEach((name, member) -> {
                  if (kind.test(member.value())) {
                    names.add(name);
                  } else {
                    names.remove(name); // the function's own is in place of the one for all
                  }
                }));
    return names;
  }

  /** A mapping that is written as one: a function in its place says nothing here. */
  private static Stream<TemplateValue.Members> below(TemplateValue.Members of, String name) {
    return of.value(name).orElse(null) instanceof TemplateValue.Members members
        ? Stream.of(members)
        : Stream.empty();
  }

  private static boolean isStored(TemplateValue value) {
    return switch (value) {
      case TemplateValue.Text text -> ELSEWHERE.matcher(text.text()).find();
      case TemplateValue.Items items -> items.items().stream().anyMatch(WorkerVariables::isStored);
      case TemplateValue.Members members ->
          members.members().values().stream().anyMatch(each -> isStored(each.value()));
      case TemplateValue.Call call -> isStored(call.argument());
    };
  }

  private static boolean mentions(TemplateValue value, Set<String> hidden) {
    return switch (value) {
      case TemplateValue.Text _ -> false;
      case TemplateValue.Items items ->
          items.items().stream().anyMatch(each -> mentions(each, hidden));
      case TemplateValue.Members members ->
          members.members().values().stream().anyMatch(each -> mentions(each.value(), hidden));
      case TemplateValue.Call call -> isCallOf(call, hidden) || mentions(call.argument(), hidden);
    };
  }

  private static boolean isCallOf(TemplateValue.Call call, Set<String> hidden) {
    List<String> texts =
        switch (call.argument()) {
          case TemplateValue.Text text -> List.of(text.text());
          case TemplateValue.Items items ->
              items.items().stream()
                  .flatMap(each ->
                      each instanceof TemplateValue.Text text
                          ? Stream.of(text.text())
                          : Stream.empty())
                  .toList();
          case TemplateValue.Members _, TemplateValue.Call _ -> List.of();
        };
    return switch (call.function()) {
      case "Ref" -> texts.stream().anyMatch(hidden::contains);
      case "Sub" ->
          texts.stream()
              .anyMatch(text -> hidden.stream().anyMatch(name -> text.contains("${" + name + "}")));
      default -> false;
    };
  }
}
