package thaw.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Leads out of sandboxes with a network of their own, as {@code thaw-box} is told: the policy is
 * here, the connections are there ({@code box/src/ways.c}).
 *
 * <p>In a box every address is local, so a program that connects to 10.0.0.7:443 reaches a listener
 * of {@code thaw-box} on port 443, whose connection has that address as its local one.
 *
 * <p>Thread-safe.
 */
public final class EgressProxy {
  private static final int DNS = 53;
  private static final String ANYBODY = "-1";

  /** The ports of machines elsewhere, which cannot be looked up: HTTP and HTTPS, DNS over TCP. */
  private static final Set<Integer> ELSEWHERE = Set.of(DNS, 80, 443);

  private static final Set<Integer> HTTP = Set.of(80, 443);

  /** The ports that stand in for ports of this machine, by the latter. */
  private final Map<Integer, Integer> detours = new ConcurrentHashMap<>();

  private final HostPorts hostPorts;

  /** The ports that lead to the addresses near a sandbox, besides HTTP and HTTPS. */
  private final Set<Integer> nearPorts = ConcurrentHashMap.newKeySet();

  private volatile boolean wholeHost;

  /** The ports that sandboxes reach when they reach nothing else; absent when that is not so. */
  private volatile Optional<Set<Integer>> only = Optional.empty();

  /** The users whose programs reach published ports. */
  private volatile Set<Integer> visitors = Set.of();

  private volatile boolean visitedByAll;

  private volatile Optional<Beside> beside = Optional.empty();

  /** A name server of ours, with what it leads to. */
  private record Beside(String address, int port) {}

  private volatile Told told = new Told(List.of(), (_, _) -> {});

  /** The listener to the names that sandboxes ask for, and the domains of which it is told. */
  private record Told(List<String> domains, BiConsumer<String, String> listener) {}

  /**
   * @param hostPorts what boxes reach that reach the whole host
   */
  EgressProxy(HostPorts hostPorts) {
    this.hostPorts = hostPorts;
  }

  /**
   * Leads boxes that are made from now on to another port of loopback when they ask for this one of
   * the machine.
   */
  public void detour(int port, int to) {
    detours.put(port, to);
  }

  /**
   * Lets programs of these users, and of no others, connect to the ports that boxes publish from
   * now on.
   *
   * @param all whether programs of everybody may, but for those in boxes
   */
  public void admit(Set<Integer> users, boolean all) {
    visitors = Set.copyOf(users);
    visitedByAll = all;
  }

  /** Lets boxes that are made from now on reach this port at the addresses near them. */
  public void reachNear(int port) {
    nearPorts.add(port);
  }

  /** Lets boxes reach whatever listens on this machine. */
  public void reachWholeHost() {
    wholeHost = true;
  }

  /**
   * Lets boxes that are made from now on reach these ports of this machine's loopback, and the
   * addresses near them, and nothing else: no other machine, and no name server. Everything else is
   * refused at once. Who is told of names learns all that boxes ask for.
   */
  public void reachOnly(Set<Integer> ports) {
    only = Optional.of(Set.copyOf(ports));
  }

  /**
   * Has boxes that are made from now on ask for names at this address, in place of the machine's
   * name servers, and lets them speak HTTP and HTTPS with it.
   *
   * @param port one more that leads to the address and port that it has outside
   */
  public void askAt(String address, int port) {
    beside = Optional.of(new Beside(address, port));
  }

  /**
   * Tells somebody when a box that is made from now on asks for the address of a name below one of
   * these domains, before the question goes on. Boxes that ask much are not told of for ever.
   *
   * @param listener gets the box's owner and the name; on a thread of its own
   */
  public void tell(List<String> domains, BiConsumer<String, String> listener) {
    told = new Told(List.copyOf(domains), listener);
  }

  /**
   * @param question as {@link NameQuestion} has it
   */
  void asked(String owner, String question) {
    Told now = told;
    NameQuestion.name(question)
        .filter(name ->
            only.isPresent()
                || now.domains().stream().anyMatch(domain -> name.endsWith("." + domain)))
        .ifPresent(name ->
            Thread.ofVirtual().name("asked").start(() -> now.listener().accept(owner, name)));
  }

  boolean reachesWholeHost() {
    return wholeHost;
  }

  /** The options {@code way} and {@code near} of {@code thaw-box}. */
  List<String> ways(SandboxNetwork network) {
    Map<Integer, String> leads = only.map(EgressProxy::closed).orElseGet(() -> open(network));
    nearPorts.forEach(port -> leads.putIfAbsent(port, "near"));
    network.ways().forEach((port, to) -> leads.put(port, "" + to));
    network.listens().forEach(leads::remove);
    network.published().forEach(leads::remove); // the program listens there itself
    List<String> options = new ArrayList<>();
    leads.forEach((port, lead) -> {
      options.addAll(List.of("way", "" + port));
      options.addAll(Character.isDigit(lead.charAt(0)) ? List.of("to", lead) : List.of(lead));
    });
    return options;
  }

  private static Map<Integer, String> closed(Set<Integer> ports) {
    Map<Integer, String> leads = new TreeMap<>();
    HTTP.forEach(port -> leads.put(port, "near"));
    ports.forEach(port -> leads.put(port, "" + port));
    return leads;
  }

  private Map<Integer, String> open(SandboxNetwork network) {
    Map<Integer, String> leads = new TreeMap<>();
    ELSEWHERE.forEach(port -> leads.put(port, wholeHost ? "any" : "elsewhere"));
    if (wholeHost) {
      listening().forEach(port -> leads.put(port, "any"));
    }
    network.ports().forEach(port -> leads.put(port, "any"));
    beside.ifPresent(each -> leads.put(each.port(), "any"));
    detours.forEach((port, to) -> leads.computeIfPresent(port, (_, _) -> "" + to));
    return leads;
  }

  private Set<Integer> listening() {
    try {
      return hostPorts.listening();
    } catch (IOException e) {
      return Set.of(); // no /proc/net: then there is no list to go by
    }
  }

  /** Returns the options that a sandbox with a network has from its beginning. */
  List<String> options(SandboxNetwork network) {
    List<String> options = new ArrayList<>();
    network.listens().forEach(port -> options.addAll(List.of("listen", "127.0.0.1", "" + port)));
    network.published().forEach(port -> options.addAll(List.of("publish", "" + port)));
    if (!network.published().isEmpty()) {
      visitors().forEach(user -> options.addAll(List.of("visitor", user)));
    }
    network.ways().forEach((port, to) -> options.addAll(List.of("datagrams", "" + port, "" + to)));
    List<String> resolvers =
        beside
            .map(each -> List.of(each.address()))
            .orElseGet(() ->
                NameServers.ofMachine().stream()
                    .map(InetAddress::getHostAddress)
                    .distinct()
                    .toList());
    for (String resolver : resolvers) {
      options.addAll(List.of("resolver", resolver));
      options.addAll(List.of("near", resolver, beside.isPresent() ? "0" : "" + DNS));
    }
    if (only.isPresent()) {
      options.add("closed");
    }
    told.domains().forEach(domain -> options.addAll(List.of("tell", NameQuestion.labels(domain))));
    network.near().forEach(address -> options.addAll(List.of("near", address, "0")));
    options.addAll(ways(network));
    return options;
  }

  private Stream<String> visitors() {
    return visitedByAll ? Stream.of(ANYBODY) : visitors.stream().map(Integer::toUnsignedString);
  }
}
