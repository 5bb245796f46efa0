package thaw.environment;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import thaw.function.NamedResources;
import thaw.function.NamedResources.Kind;
import thaw.problem.Spelling;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * Hears in what a function writes that a service did not find what it was asked for, and tells once
 * for each kind what there is, and which of the function's variables name something else. One
 * thread at a time, as its environment's events come.
 */
final class MissingResources implements Consumer<PlatformEvent.Stamped> {
  /** All SDKs for Java write it behind a service's message. */
  private static final String OF_A_SERVICE = "(Service: ";

  private static final Map<Kind, String> WORDS =
      Map.of(
          Kind.TABLE, "Cannot do operations on a non-existent table",
          Kind.QUEUE, "The specified queue does not exist",
          Kind.BUCKET, "The specified bucket does not exist",
          Kind.TOPIC, "Topic does not exist",
          Kind.SECRET, "Secrets Manager can't find the specified secret.",
          Kind.PARAMETER, "ParameterNotFound");

  /** Of PostgreSQL's drivers, where nothing listens at the address or it is not known. */
  private static final Pattern NO_DATABASE =
      Pattern.compile(
          "PSQLException: (?:Connection to \\S+ refused|The connection attempt failed)"
              + "|(?:Connection refused|UnknownHostException)\\S*:? \\S*:5432");

  private static final String NO_OBJECT = "The specified key does not exist";

  private final Map<String, String> variables;
  private final NamedResources resources;
  private final Consumer<PlatformEvent.Stamped> events;
  private final Set<Kind> told = EnumSet.noneOf(Kind.class);
  private boolean isObjectTold;
  private boolean isDatabaseTold;

  /**
   * @param variables of the function
   * @param resources what its application declares
   * @param events gets what is to be told, behind the line that it was heard in
   */
  MissingResources(
      Map<String, String> variables,
      NamedResources resources,
      Consumer<PlatformEvent.Stamped> events) {
    this.variables = variables;
    this.resources = resources;
    this.events = events;
  }

  @Override
  public void accept(PlatformEvent.Stamped stamped) {
    if (stamped.event() instanceof PlatformEvent.FunctionLine(String text)) {
      in(text).filter(told::add).ifPresent(kind -> tell(stamped, missing(kind)));
      if (!isDatabaseTold && NO_DATABASE.matcher(text).find()) {
        isDatabaseTold = true;
        tell(stamped, new PlatformEvent.DatabaseMissing());
      }
      if (!isObjectTold && text.contains(OF_A_SERVICE) && text.contains(NO_OBJECT)) {
        isObjectTold = true;
        tell(stamped, new PlatformEvent.ObjectMissing(resources.of(Kind.BUCKET)));
      }
    }
  }

  private void tell(PlatformEvent.Stamped heard, PlatformEvent event) {
    events.accept(new PlatformEvent.Stamped(heard.time(), heard.nanos(), event));
  }

  static Optional<Kind> in(String text) {
    if (!text.contains(OF_A_SERVICE)) { // nearly all
      return Optional.empty();
    }
    return WORDS.entrySet().stream()
        .filter(each -> text.contains(each.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private PlatformEvent.ResourceMissing missing(Kind kind) {
    List<String> names = resources.of(kind);
    Map<String, String> suspects = new LinkedHashMap<>();
    new TreeMap<>(variables)
        .forEach((variable, value) -> {
          String named = value.substring(value.lastIndexOf(kind == Kind.TOPIC ? ':' : '/') + 1);
          boolean exists = names.contains(value) || names.contains(named);
          if (!exists && (saysKind(variable, kind) || Spelling.nearest(named, names).isPresent())) {
            suspects.put(variable, value);
          }
        });
    return new PlatformEvent.ResourceMissing(kind.service(), kind.noun(), names, suspects);
  }

  /** A variable that is called secret may have one, which no log must have. */
  private static boolean saysKind(String variable, Kind kind) {
    String name = variable.toUpperCase(Locale.ROOT);
    return name.contains(kind.name()) && (kind != Kind.SECRET || name.matches(".*(NAME|ARN|ID)"));
  }
}
