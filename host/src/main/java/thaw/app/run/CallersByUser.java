package thaw.app.run;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.gateway.request.Callers;
import thaw.gateway.request.Rights;
import thaw.sandbox.PeerUser;

/**
 * The rights of callers by the user whose program calls. Functions may only invoke, whatever the
 * user allows others.
 *
 * @param changesForAll whether everybody may change functions
 * @param users who may in any case
 */
record CallersByUser(boolean changesForAll, Set<PeerUser> users) implements Callers {
  CallersByUser {
    users = Set.copyOf(users);
  }

  /**
   * The user of this program and root; with sudo, the user who has called it.
   *
   * @param environment Thaw's own
   */
  static CallersByUser of(boolean changesForAll, Map<String, String> environment) {
    Set<PeerUser> users = new HashSet<>();
    users.add(new PeerUser(0));
    users.add(PeerUser.own());
    String sudo = environment.getOrDefault("SUDO_UID", "");
    if (PeerUser.own().isRoot() && sudo.matches("\\d{1,9}")) {
      users.add(new PeerUser(Integer.parseInt(sudo)));
    }
    return new CallersByUser(changesForAll, users);
  }

  @Override
  public Rights of(InetSocketAddress caller, InetSocketAddress here) {
    Optional<PeerUser> user = PeerUser.of(caller, here);
    if (user.filter(PeerUser::isOfBoxes).isPresent()) {
      return Rights.INVOKE;
    }
    InetAddress from = caller.getAddress();
    if (from.isLoopbackAddress() && user.filter(users::contains).isPresent()) {
      return Rights.CHANGE;
    }
    // Of a caller on this machine it is known who it is, but for one that has gone already.
    return changesForAll && (user.isPresent() || !isOfThisMachine(from))
        ? Rights.CHANGE
        : Rights.READ;
  }

  private static boolean isOfThisMachine(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return true;
    }
  }
}
