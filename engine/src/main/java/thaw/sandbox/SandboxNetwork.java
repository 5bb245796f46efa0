package thaw.sandbox;

import java.util.Map;
import java.util.Set;

/**
 * The network of a box: what its processes can reach outside of it, and what reaches them. Besides
 * this, {@link EgressProxy} lets every box ask for names, and speak HTTP and HTTPS with other
 * machines. Nothing else leads out.
 *
 * @param owner whose it is, for messages
 * @param listens ports of the box's own loopback on which this program listens
 * @param ways by port inside, at any address: the port of this machine's loopback that it leads to,
 *     for TCP and for datagrams that nobody answers
 * @param ports TCP ports that lead to the address and port that they have outside, on this machine
 *     or another one
 * @param near addresses of this machine where HTTP and HTTPS lead as on another one
 * @param published TCP ports of this machine's loopback that lead to the same port in the box, for
 *     those whom {@link EgressProxy#admit} names
 */
public record SandboxNetwork(
    String owner,
    Set<Integer> listens,
    Map<Integer, Integer> ways,
    Set<Integer> ports,
    Set<String> near,
    Set<Integer> published) {
  /**
   * The beginning of loopback's addresses at which local services are found by AWS's names. It is
   * neither 127.0.0.0/24 nor 127.0.1.0/24, where resolvers and host names live.
   */
  public static final String FRONTS = "127.0.84.";

  public SandboxNetwork {
    listens = Set.copyOf(listens);
    ways = Map.copyOf(ways);
    ports = Set.copyOf(ports);
    near = Set.copyOf(near);
    published = Set.copyOf(published);
  }
}
