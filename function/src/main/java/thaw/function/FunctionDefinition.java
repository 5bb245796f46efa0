package thaw.function;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import thaw.function.packaging.CodeSource;

/**
 * One function as its owner configured it, template intrinsics resolved.
 *
 * @param logicalId the resource's name in the template; for a bare jar, its file name
 * @param name the function name: {@code FunctionName} or else the logical id
 * @param code its deployment package, before exploding
 * @param handler {@code package.Class::method} or {@code package.Class}
 * @param runtime Lambda's identifier, for example {@code java21}; {@link CodeSource.Image#RUNTIME}
 *     for a container image, which has no handler either
 * @param memory the memory size
 * @param timeout 1 s to 900 s, on managed instances to 5,400 s; Lambda's default is 3 s
 * @param environment the user's variables only
 * @param layers contents for {@code /opt}, later ones win
 * @param reservedConcurrency requests that may run at once, set aside for this function alone
 * @param ephemeralStorageMiB size of {@code /tmp}, 512 to 10,240
 * @param snapStart whether {@code SnapStart: ApplyOn: PublishedVersions}
 * @param autoPublishAlias an alias that leads to a version which is published by itself, and to
 *     which SAM's events lead
 * @param aliases those that the template declares, {@code autoPublishAlias} among them
 * @param publishesVersion whether the template publishes a version, be there an alias or not
 * @param asynchronous how events are treated that nobody waits for
 * @param url the HTTP address that it has of its own
 * @param tracesActively whether Lambda records a request whose caller has not decided ({@code
 *     Tracing: Active}); otherwise only one whose caller wants it
 * @param customerRuntime what it runs on when {@code runtime} is {@code custom}
 * @param isolatesTenants whether no environment serves two tenants ({@code TenancyConfig})
 * @param managed present when it runs on Lambda Managed Instances ({@code CapacityProviderConfig})
 * @param logging where and how it logs; in JSON on managed instances, which have no other format
 * @param publishesLatest whether {@code $LATEST.PUBLISHED} is made of it by itself
 * @param otherArchitecture Lambda's name of the machine that the template wants, where this is
 *     another one
 * @param runtimeIsGuess whether nobody has named its runtime: it has no template, and its classes
 *     have told the oldest one that runs them
 * @param durable present when its executions outlive its invocations ({@code DurableConfig})
 * @param construct the path of its construct in a stack of CDK
 * @param title what its owner calls it where that is not the logical id: {@code FunctionName}, or
 *     the construct's path
 */
@RecordBuilder
@RecordBuilder.Options(useImmutableCollections = true)
public record FunctionDefinition(
    String logicalId,
    String name,
    CodeSource code,
    String handler,
    String runtime,
    MemorySize memory,
    Duration timeout,
    Map<String, String> environment,
    List<CodeSource> layers,
    OptionalInt reservedConcurrency,
    boolean snapStart,
    Optional<String> autoPublishAlias,
    List<AliasDefinition> aliases,
    boolean publishesVersion,
    @RecordBuilder.Initializer("DEFAULT_EPHEMERAL_STORAGE_MIB") int ephemeralStorageMiB,
    @RecordBuilder.Initializer(source = AsynchronousSettings.class, value = "NONE")
        AsynchronousSettings asynchronous,
    Optional<FunctionUrl> url,
    boolean tracesActively,
    Optional<CustomerRuntime> customerRuntime,
    boolean isolatesTenants,
    Optional<ManagedInstances> managed,
    @RecordBuilder.Initializer(source = LogSettings.class, value = "DEFAULT") LogSettings logging,
    boolean publishesLatest,
    Optional<String> otherArchitecture,
    boolean runtimeIsGuess,
    Optional<DurableConfig> durable,
    Optional<String> construct,
    Optional<String> title)
    implements FunctionDefinitionBuilder.With {
  /** The size of {@code /tmp} when nobody asks for more. */
  public static final int DEFAULT_EPHEMERAL_STORAGE_MIB = LambdaLimits.SMALLEST_STORAGE_MIB;

  public FunctionDefinition {
    environment = Map.copyOf(environment);
    layers = List.copyOf(layers);
    aliases = List.copyOf(aliases);
    logging = managed.isPresent() ? logging.inJson() : logging;
  }

  /** Returns the name that people read. */
  public String shown() {
    return title.orElse(logicalId);
  }

  /** Returns whether this is one of the names by which people mean it. */
  public boolean isCalled(String given) {
    return names().contains(given);
  }

  /** Returns the names by which people mean it, the logical id first. */
  public List<String> names() {
    return Stream.concat(Stream.of(logicalId, name), construct.stream()).distinct().toList();
  }

  /** Returns in a sentence that Lambda has it on another kind of machine than this one. */
  public Optional<String> foreignMachine() {
    return otherArchitecture.map(HostArchitecture::foreign);
  }

  /**
   * Returns the function on the runtime of this Java version, where its own is a guess and Lambda
   * has such a runtime.
   */
  public FunctionDefinition guessedFor(int feature) {
    String other = JavaRuntimes.identifier(feature);
    return runtimeIsGuess && JavaRuntimes.isKnown(other) ? withRuntime(other) : this;
  }

  /** The CPU share outside of the init phase, in vCPUs. */
  public double vcpus() {
    return managed.map(instances -> instances.vcpus(memory)).orElseGet(memory::vcpus);
  }

  /** Returns the names of all aliases that lead to what is published of it. */
  public Set<String> publishedAliases() {
    Set<String> names = new LinkedHashSet<>();
    autoPublishAlias.ifPresent(names::add);
    aliases.forEach(alias -> names.add(alias.name()));
    return names;
  }

  /** Returns whether it, or an alias of it, has an HTTP address of its own. */
  public boolean hasUrl() {
    return url.isPresent() || aliases.stream().anyMatch(alias -> alias.url().isPresent());
  }

  /** Returns whether it is a container image, {@code PackageType: Image}. */
  public boolean isImage() {
    return code instanceof CodeSource.Image;
  }
}
