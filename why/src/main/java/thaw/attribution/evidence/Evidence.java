package thaw.attribution.evidence;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import thaw.attribution.Explanation;

/**
 * All that findings rest on: what was measured, what the package holds, and what was set.
 *
 * @param firstParty of a binary name: whether the class is the function's own
 * @param threads that lived when init ended, the JVM's own among them
 * @param laterMillis wall time of one later invocation, the median, without what other programs
 *     took; empty where there was none
 */
public record Evidence(
    Explanation.CostBreakdown costs,
    PackageClasses classes,
    Predicate<String> firstParty,
    Settings settings,
    List<LivingThread> threads,
    OptionalDouble laterMillis) {
  public Evidence {
    threads = List.copyOf(threads);
  }

  /**
   * The settings with which the function was run.
   *
   * @param handler {@code example.Handler::method} or {@code example.Handler}
   * @param vcpus that the memory size grants to invocations
   * @param jdk feature version, such as 25
   * @param c1Only whether the JVM ran with {@code -XX:TieredStopAtLevel=1}
   * @param classArchive whether the function's own classes came from an archive or AOT cache
   * @param environment names of the function's variables, with those that lead to local services
   * @param initLimit after which Lambda ends the init phase
   * @param source how a command of Thaw names the function: {@code my-app --function Create}
   * @param event which it may get again: the event that was explained where that changes nothing,
   *     without anybody's credentials; empty where nobody knows
   * @param agent the modules of OpenTelemetry's agent, where it was there and told them
   */
  @RecordBuilder
  public record Settings(
      String handler,
      int memoryMiB,
      double vcpus,
      int jdk,
      boolean c1Only,
      boolean classArchive,
      boolean snapStart,
      Set<String> environment,
      Duration initLimit,
      String source,
      String event,
      Optional<AgentModules> agent)
      implements EvidenceSettingsBuilder.With {
    public Settings {
      environment = Set.copyOf(environment);
      if (vcpus <= 0) {
        throw new IllegalArgumentException("must be above 0: vcpus=" + vcpus);
      }
    }

    /** The handler's class, by binary name. */
    public String handlerClass() {
      int colons = handler.lastIndexOf("::");
      return colons < 0 ? handler : handler.substring(0, colons);
    }

    /** The handler's method. */
    public String handlerMethod() {
      int colons = handler.lastIndexOf("::");
      return colons < 0 ? "handleRequest" : handler.substring(colons + 2);
    }
  }

  /**
   * @param name as the kernel has it, so 15 characters at most
   * @param cpuMillis up to the first response
   */
  public record LivingThread(String name, double cpuMillis) {}
}
