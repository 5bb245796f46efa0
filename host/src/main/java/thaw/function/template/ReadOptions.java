package thaw.function.template;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * @param meant logical ids or names of the functions that are to be run, empty for all: others are
 *     left out when their code is missing
 */
public record ReadOptions(
    Optional<String> handler,
    String runtime,
    Optional<MemorySize> memory,
    Optional<Duration> timeout,
    Map<String, String> parameters,
    String region,
    String accountId,
    Set<String> meant) {
  public static final String DEFAULT_RUNTIME = "java25";

  /** The account of AWS's own documentation. */
  public static final String DEFAULT_ACCOUNT = Region.ACCOUNT;

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
        Set.of());
  }

  public ReadOptions withHandler(String value) {
    return new ReadOptions(
        Optional.of(value), runtime, memory, timeout, parameters, region, accountId, meant);
  }

  public ReadOptions withParameters(Map<String, String> values) {
    return new ReadOptions(handler, runtime, memory, timeout, values, region, accountId, meant);
  }

  public ReadOptions withMeant(Set<String> functions) {
    return new ReadOptions(
        handler, runtime, memory, timeout, parameters, region, accountId, functions);
  }

  /** Returns whether one of them is, or all are. */
  public boolean means(String logicalId, String name) {
    return meant.isEmpty() || meant.contains(logicalId) || meant.contains(name);
  }
}
