package thaw.http;

import io.helidon.common.socket.PeerInfo;
import java.net.SocketAddress;
import java.security.Principal;
import java.security.cert.Certificate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The client of one connection.
 *
 * @param known what was found out about it, which holds as long as the connection does
 */
record Peer(PeerInfo info, Map<Object, Object> known) implements PeerInfo {
  Peer(PeerInfo info) {
    this(info, new ConcurrentHashMap<>());
  }

  @Override
  public SocketAddress address() {
    return info.address();
  }

  @Override
  public String host() {
    return info.host();
  }

  @Override
  public int port() {
    return info.port();
  }

  @Override
  public Optional<Principal> tlsPrincipal() {
    return info.tlsPrincipal();
  }

  @Override
  public Optional<Certificate[]> tlsCertificates() {
    return info.tlsCertificates();
  }
}
