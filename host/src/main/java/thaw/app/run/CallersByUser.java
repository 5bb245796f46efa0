package thaw.app.run;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Map;
import java.util.Optional;
import thaw.lambdaapi.invoke.Callers;
import thaw.lambdaapi.invoke.Rights;
import thaw.sandbox.PeerUser;
import thaw.sandbox.TrustedUsers;

/**
 * The rights of callers by the user whose program calls. Functions may only invoke, whatever the
 * user allows others.
 *
 * @param changesForAll whether everybody may change functions
 * @param users who may in any case
 */
record CallersByUser(boolean changesForAll, TrustedUsers users) implements Callers {
  /**
   * @param environment Thaw's own
   */
  static CallersByUser of(boolean changesForAll, Map<String, String> environment) {
    return new CallersByUser(changesForAll, TrustedUsers.of(environment));
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
