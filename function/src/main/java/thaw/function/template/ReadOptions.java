package thaw.function.template;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import thaw.function.MemorySize;
import thaw.function.Region;

/**
 * The settings that a caller may give beside the path that is read.
 *
 * <p>Handler, memory size and timeout are for bare packages: a template says them itself, and an
 * application that has both is told so in a warning.
 *
 * @param handler {@code package.Class::method} or {@code package.Class}
 * @param runtime Lambda's identifier where the path names none
 * @param memory else {@link MemorySize#DEFAULT}
 * @param timeout else 3 s, as on Lambda
 * @param parameters values of the template's parameters, like SAM's {@code --parameter-overrides}
 * @param region what {@code AWS::Region} stands for
 * @param accountId what {@code AWS::AccountId} stands for
 * @param stack what {@code AWS::StackName} stands for
 * @param meant names of the functions that are to be run, empty for all: others are left out when
 *     their code is missing
 * @param elsewhere values that the template does not have
 */
public record ReadOptions(
    Optional<String> handler,
    String runtime,
    Optional<MemorySize> memory,
    Optional<Duration> timeout,
    Map<String, String> parameters,
    String region,
    String accountId,
    String stack,
    Set<String> meant,
    Elsewhere elsewhere) {
  /**
   * What is not in the template.
   *
   * @param imports what other stacks export, by name
   * @param attributes those that only AWS makes, by {@code LogicalId.Attribute}
   * @param layers files and folders of this machine by ARN or name of the layer
   * @param data folders with files of secrets and parameters
   * @param stacks templates of other stacks, whose resources are there, too
   */
  public record Elsewhere(
      Map<String, String> imports,
      Map<String, String> attributes,
      Map<String, Path> layers,
      List<Path> data,
      List<Path> stacks) {
    static final Elsewhere NOTHING =
        new Elsewhere(Map.of(), Map.of(), Map.of(), List.of(), List.of());

    public Elsewhere {
      layers = Map.copyOf(layers);
      imports = Map.copyOf(imports);
      attributes = Map.copyOf(attributes);
      data = List.copyOf(data);
      stacks = List.copyOf(stacks);
    }
  }

  static final String DEFAULT_RUNTIME = "java25";

  /** The account of AWS's own documentation. */
  public static final String DEFAULT_ACCOUNT = Region.ACCOUNT;

  private static final String DEFAULT_STACK = "thaw";

  public ReadOptions {
    parameters = Map.copyOf(parameters);
    meant = Set.copyOf(meant);
  }

  public static ReadOptions defaults() {
    return new ReadOptions(
        Optional.empty(),
        DEFAULT_RUNTIME,
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Region.own(),
        DEFAULT_ACCOUNT,
        DEFAULT_STACK,
        Set.of(),
        Elsewhere.NOTHING);
  }

  public ReadOptions withHandler(String value) {
    return with(Optional.of(value), parameters, stack, meant, elsewhere);
  }

  public ReadOptions withParameters(Map<String, String> values) {
    return with(handler, values, stack, meant, elsewhere);
  }

  public ReadOptions withStack(String name) {
    return with(handler, parameters, name, meant, elsewhere);
  }

  public ReadOptions withMeant(Set<String> functions) {
    return with(handler, parameters, stack, functions, elsewhere);
  }

  public ReadOptions withElsewhere(Elsewhere values) {
    return with(handler, parameters, stack, meant, values);
  }

  private ReadOptions with(
      Optional<String> named,
      Map<String, String> values,
      String stackName,
      Set<String> functions,
      Elsewhere others) {
    return new ReadOptions(
        named, runtime, memory, timeout, values, region, accountId, stackName, functions, others);
  }

  /** Returns whether a function with these names is one of them, or all are. */
  public boolean means(Stream<String> names) {
    return meant.isEmpty() || names.anyMatch(meant::contains);
  }
}
