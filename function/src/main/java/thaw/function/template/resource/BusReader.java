package thaw.function.template.resource;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import thaw.function.EventSource;
import thaw.template.PlainValue;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads what EventBridge does: rules with a pattern, rules and schedules that go by the clock.
 *
 * @see <a href="https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rules.html">Rules</a>
 */
final class BusReader {
  private static final String DEFAULT_BUS = "default";

  private BusReader() {}

  /**
   * A rule with a pattern.
   *
   * @param rule its name, unless the properties have one
   * @param patternProperty {@code Pattern} in SAM, {@code EventPattern} in CloudFormation
   * @param inputs has the members of a target: Input, InputPath, InputTransformer
   */
  static EventSource.BusRule rule(
      EventSource.Target target,
      String rule,
      String patternProperty,
      ResourceProperties properties,
      ResourceProperties inputs) {
    TemplateValue pattern =
        properties
            .members()
            .value(patternProperty)
            .orElseThrow(() ->
                properties
                    .owner()
                    .mistake(
                        rule + " has no " + patternProperty,
                        "add " + patternProperty + ": {source: [my.app], detail-type: [order]}"));
    return new EventSource.BusRule(
        target,
        rule,
        properties.text("EventBusName").map(BusReader::busName).orElse(DEFAULT_BUS),
        PlainValue.json(properties.intrinsics().resolve(pattern)),
        input(inputs),
        enabled(properties),
        properties.place(patternProperty).toString());
  }

  /** A bus may be named by its ARN. */
  private static String busName(String nameOrArn) {
    int slash = nameOrArn.lastIndexOf(":event-bus/");
    return nameOrArn.startsWith("arn:") && slash > 0
        ? nameOrArn.substring(slash + ":event-bus/".length())
        : nameOrArn;
  }

  /**
   * A rule that goes by the clock.
   *
   * @param name of the rule, unless the properties have one
   * @param expressionProperty {@code Schedule} in SAM, {@code ScheduleExpression} in CloudFormation
   */
  static EventSource.Schedule schedule(
      EventSource.Target target,
      String name,
      String expressionProperty,
      ResourceProperties properties,
      ResourceProperties inputs) {
    return new EventSource.Schedule(
        target,
        properties.text("Name").orElse(name),
        expression(name, expressionProperty, properties),
        Optional.empty(),
        input(inputs),
        enabled(properties),
        properties.place(expressionProperty).toString());
  }

  /** A schedule of EventBridge Scheduler. */
  static EventSource.Schedule scheduler(
      EventSource.Target target,
      String name,
      ResourceProperties properties,
      ResourceProperties inputs) {
    return new EventSource.Schedule(
        target,
        properties.text("Name").orElse(name),
        expression(name, "ScheduleExpression", properties),
        Optional.of(
            new EventSource.Scheduler(
                properties.text("GroupName").orElse("default"),
                properties.text("ScheduleExpressionTimezone").orElse("UTC"),
                properties.text("StartDate"),
                properties.text("EndDate"))),
        input(inputs),
        enabled(properties),
        properties.place("ScheduleExpression").toString());
  }

  private static String expression(String name, String property, ResourceProperties properties) {
    return properties
        .text(property)
        .orElseThrow(() ->
            properties
                .owner()
                .mistake(name + " has no " + property, "add " + property + ": rate(5 minutes)"));
  }

  private static boolean enabled(ResourceProperties properties) {
    return !properties.text("State").orElse("ENABLED").equals("DISABLED")
        && MappingReader.flag(properties, "Enabled").orElse(true);
  }

  private static EventSource.Input input(ResourceProperties target) {
    Optional<TemplateValue> constant =
        target.members().value("Input").map(target.intrinsics()::resolve);
    if (constant.isPresent()) {
      return new EventSource.Input.Constant(PlainValue.json(constant.get()));
    }
    Optional<String> path = target.text("InputPath");
    if (path.isPresent()) {
      return new EventSource.Input.Part(path.get());
    }
    return target
        .below("InputTransformer")
        .<EventSource.Input>map(transformer ->
            new EventSource.Input.Transformed(paths(transformer), template(transformer)))
        .orElseGet(EventSource.Input.Whole::new);
  }

  private static Map<String, String> paths(ResourceProperties transformer) {
    Map<String, String> paths = new LinkedHashMap<>();
    transformer
        .below("InputPathsMap")
        .ifPresent(map ->
            map.members()
                .members()
                .keySet()
                .forEach(name -> map.text(name).ifPresent(path -> paths.put(name, path))));
    return paths;
  }

  private static String template(ResourceProperties transformer) {
    return transformer
        .text("InputTemplate")
        .orElseThrow(() ->
            transformer
                .owner()
                .mistake(
                    "InputTransformer has no InputTemplate",
                    "add InputTemplate: '{\"id\": <id>}', where InputPathsMap has id: $.detail.id"));
  }
}
