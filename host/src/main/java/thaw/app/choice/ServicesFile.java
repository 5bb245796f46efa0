package thaw.app.choice;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.Node;
import thaw.experiment.matrix.MarkedYaml;
import thaw.problem.Spelling;
import thaw.service.busy.Conditions;
import thaw.service.busy.Terms;
import thaw.service.process.LocalService;

/**
 * Reads a file that says how local services answer.
 *
 * <pre>
 * from: busy             # what holds where nothing is said: fast, real or busy; default: real
 * seed: 7
 * states: 0.1            # a tenth of AWS's times
 * throttled: 0.2         # a fifth of all requests
 * services:
 *   dynamodb:
 *     stale: 200ms
 *     operations:
 *       PutItem: {median: 8, throttled: 0.5}
 * </pre>
 */
final class ServicesFile {
  private static final List<String> SHARES =
      List.of("throttled", "error", "reset", "slow", "expired");
  private static final List<String> TERMS =
      Stream.concat(
              SHARES.stream(), Stream.of("times", "states", "limits", "stale", "slowFor", "inARow"))
          .toList();
  private static final String MEDIAN = "median";
  private static final Pattern DURATION = Pattern.compile("(\\d{1,7})(ms|s)");
  private static final Pattern OPERATION = Pattern.compile("[A-Z][A-Za-z0-9]+");
  private static final double LARGEST_FACTOR = 1000;
  private static final double LONGEST_MEDIAN = 60_000;

  private final MarkedYaml yaml;
  private final String name;

  /**
   * @param name as the user has written it
   */
  ServicesFile(Path file, String name) {
    this.yaml = new MarkedYaml(file, "--services", "docs/services.md");
    this.name = name;
  }

  Conditions read() {
    Map<String, Node> members = yaml.members(yaml.root());
    requireKnown(members, List.of("from", "seed", "services"), TERMS);
    Node from = members.get("from");
    Node seed = members.get("seed");
    Terms all = terms(members, from == null ? Terms.REAL : base(from));
    Map<LocalService, Map<String, Terms>> own = new EnumMap<>(LocalService.class);
    Node services = members.get("services");
    if (services != null) {
      yaml.members(yaml.mapping(services))
          .forEach((id, node) -> own.put(service(id, node), service(node, all)));
    }
    return new Conditions(
        name, seed == null ? 1 : Math.round(number(seed, "seed", -1e15, 1e15)), all, own);
  }

  private Terms base(Node node) {
    return switch (yaml.text(node)) {
      case "fast" -> Terms.FAST;
      case "real" -> Terms.REAL;
      case "busy" -> Terms.BUSY;
      default ->
          throw yaml.mistake(
              node, "no conditions are named " + yaml.text(node), "use fast, real or busy");
    };
  }

  private LocalService service(String id, Node node) {
    return LocalService.named(id)
        .orElseThrow(() ->
            yaml.mistake(
                node,
                "no service has the name " + id,
                Spelling.remedy(
                    id, Stream.of(LocalService.values()).map(LocalService::id).toList())));
  }

  private Map<String, Terms> service(Node node, Terms all) {
    Map<String, Node> members = yaml.members(yaml.mapping(node));
    requireKnown(members, List.of("operations"), TERMS);
    Terms terms = terms(members, all);
    Map<String, Terms> operations = new HashMap<>(Map.of("", terms));
    Node named = members.get("operations");
    if (named != null) {
      yaml.members(yaml.mapping(named))
          .forEach((operation, own) -> {
            if (!OPERATION.matcher(operation).matches()) {
              throw yaml.mistake(
                  own,
                  "no operation has a name such as " + operation,
                  "write it as AWS's API does, for example PutItem");
            }
            Map<String, Node> ownMembers = yaml.members(yaml.mapping(own));
            requireKnown(ownMembers, List.of(MEDIAN), TERMS);
            operations.put(operation, terms(ownMembers, terms));
          });
    }
    return operations;
  }

  private void requireKnown(Map<String, Node> members, List<String> special, List<String> usual) {
    List<String> known = new ArrayList<>(special);
    known.addAll(usual);
    members.forEach((member, node) -> {
      if (!known.contains(member)) {
        throw yaml.mistake(node, "unknown member: " + member, Spelling.remedy(member, known));
      }
    });
  }

  private Terms terms(Map<String, Node> members, Terms base) {
    Terms terms = base;
    for (Map.Entry<String, Node> member : members.entrySet()) {
      String key = member.getKey();
      Node node = member.getValue();
      terms =
          switch (key) {
            case "times" -> terms.withTimes(number(node, key, 0, LARGEST_FACTOR));
            case "states" -> terms.withStates(number(node, key, 0, LARGEST_FACTOR));
            case "limits" -> terms.withLimits(truth(node, key));
            case "stale" -> terms.withStale(duration(node, key));
            case "slowFor" -> terms.withSlowFor(duration(node, key));
            case "inARow" -> terms.withInARow((int) number(node, key, 0, LARGEST_FACTOR));
            case "throttled" -> terms.withThrottled(number(node, key, 0, 1));
            case "error" -> terms.withError(number(node, key, 0, 1));
            case "reset" -> terms.withReset(number(node, key, 0, 1));
            case "slow" -> terms.withSlow(number(node, key, 0, 1));
            case "expired" -> terms.withExpired(number(node, key, 0, 1));
            case MEDIAN ->
                terms.withMedian(OptionalDouble.of(number(node, key, 0, LONGEST_MEDIAN)));
            default -> terms;
          };
      if (SHARES.contains(key) && terms.faults() > 1) {
        throw yaml.mistake(
            node,
            "the shares of %s must be 1 at most in all: %s"
                .formatted(String.join(", ", SHARES), terms.faults()),
            "lower one of them, or set another one to 0");
      }
    }
    return terms;
  }

  private double number(Node node, String key, double least, double most) {
    String text = yaml.text(node);
    try {
      double value = Double.parseDouble(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw yaml.mistake(
        node,
        "%s must be a number from %s to %s: %s".formatted(key, plain(least), plain(most), text),
        "write for example " + key + ": " + (most == 1 ? "0.1" : "1"));
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  private boolean truth(Node node, String key) {
    return switch (yaml.text(node)) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw yaml.mistake(
              node, key + " must be true or false: " + yaml.text(node), "write true or false");
    };
  }

  private Duration duration(Node node, String key) {
    Matcher matcher = DURATION.matcher(yaml.text(node));
    if (!matcher.matches()) {
      throw yaml.mistake(
          node,
          key + " must be a time: " + yaml.text(node),
          "write for example " + key + ": 500ms, or 2s");
    }
    long number = Long.parseLong(matcher.group(1));
    return matcher.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
  }
}
