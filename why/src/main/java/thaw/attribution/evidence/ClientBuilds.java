package thaw.attribution.evidence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds where own code builds clients of the AWS SDK for Java 2, and with which settings: from
 * {@code XxxClient.builder()} to the {@code build()} that follows in the same method. Where a
 * builder is handed to other own code, the settings made there count; where it is not built in the
 * same method, all settings that own code makes on any builder do, so that nothing is called
 * missing that may be set.
 */
final class ClientBuilds {
  private static final String SERVICES = "software.amazon.awssdk.services.";
  private static final String ENHANCED = "software.amazon.awssdk.enhanced.";

  private final CodeIndex code;

  private ClientBuilds(CodeIndex code) {
    this.code = code;
  }

  /**
   * Those that may have run, and whose client was loaded. Where a method builds one client in
   * several branches, and one was seen at work, the others are not those that ran.
   */
  static List<ClientBuild> of(AnalysisContext examined) {
    ClientBuilds builds = new ClientBuilds(examined.code());
    List<ClientBuild> all = builds.possible(examined);
    List<ClientBuild> seen =
        all.stream().filter(build -> !examined.profile().cost(build::contains).isNone()).toList();
    return all.stream()
        .filter(build ->
            seen.contains(build) || seen.stream().noneMatch(other -> isBranch(build, other)))
        .toList();
  }

  private static boolean isBranch(ClientBuild one, ClientBuild other) {
    return one.client().equals(other.client()) && one.site().in().equals(other.site().in());
  }

  private List<ClientBuild> possible(AnalysisContext examined) {
    return examined
        .code()
        .classes()
        .flatMap(found -> found.methods().stream())
        .flatMap(method -> in(method).stream())
        .filter(build -> examined.mayHaveRun(build.site()))
        .filter(build -> examined.loads(build::isOf) > 0)
        .toList();
  }

  private List<ClientBuild> in(ClassCode.Method method) {
    List<ClientBuild> found = new ArrayList<>();
    List<CallSite> sites = method.sites();
    for (int i = 0; i < sites.size(); i++) {
      CallSite site = sites.get(i);
      if (site.kind() == CallSite.Kind.STATIC_CALL && isClient(site.owner())) {
        if (site.name().equals("create") && site.descriptor().startsWith("()")) {
          found.add(new ClientBuild(site, site.owner(), site.bci(), Set.of(), false));
        } else if (site.name().equals("builder") && site.owner().startsWith(SERVICES)) {
          found.add(chain(site, sites.subList(i + 1, sites.size())));
        }
      }
    }
    return found;
  }

  private static boolean isClient(String owner) {
    return owner.endsWith("Client") && (owner.startsWith(SERVICES) || owner.startsWith(ENHANCED));
  }

  private ClientBuild chain(CallSite start, List<CallSite> rest) {
    String builder = start.owner() + "Builder";
    Set<String> settings = new HashSet<>();
    boolean searches = false;
    for (CallSite site : rest) {
      if (isBuilder(site.owner()) && site.isCall()) {
        settings.add(site.name());
        if (site.name().equals("build")
            && (site.owner().equals(builder) || !site.owner().startsWith(SERVICES))) {
          return new ClientBuild(start, start.owner(), site.bci(), settings, searches);
        }
      }
      searches |= site.simpleOwner().equals("DefaultCredentialsProvider");
      settings.addAll(handedOn(site, new HashSet<>()));
    }
    allSettings().forEach(settings::add);
    int end = rest.isEmpty() ? start.bci() : rest.getLast().bci();
    return new ClientBuild(start, start.owner(), end, settings, searches);
  }

  /** {@code DynamoDbClientBuilder}, and what it inherits: {@code AwsClientBuilder} and others. */
  private static boolean isBuilder(String owner) {
    return owner.startsWith("software.amazon.awssdk.") && owner.endsWith("ClientBuilder");
  }

  /** Settings made by own code that gets the builder as an argument. */
  private Set<String> handedOn(CallSite site, Set<CallSite.MethodId> seen) {
    Set<String> settings = new HashSet<>();
    if (site.descriptor().contains("ClientBuilder;")
        && (site.isCall() || site.kind() == CallSite.Kind.LAMBDA)) {
      for (ClassCode.Method target : code.targets(site)) {
        if (seen.add(target.id())) {
          target.sites().stream().flatMap(inner -> setting(inner).stream()).forEach(settings::add);
          target.sites().forEach(inner -> settings.addAll(handedOn(inner, seen)));
        }
      }
    }
    return settings;
  }

  private Stream<String> allSettings() {
    return code.sites().flatMap(site -> setting(site).stream());
  }

  private static Optional<String> setting(CallSite site) {
    return site.isCall() && isBuilder(site.owner()) ? Optional.of(site.name()) : Optional.empty();
  }
}
