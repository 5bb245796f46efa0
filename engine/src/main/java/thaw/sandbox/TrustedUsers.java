package thaw.sandbox;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The users of this machine from whom this program keeps nothing: its own, root, and with sudo the
 * user who has called it.
 */
public record TrustedUsers(Set<PeerUser> users) {
  public TrustedUsers {
    users = Set.copyOf(users);
  }

  /**
   * @param environment of this program
   */
  public static TrustedUsers of(Map<String, String> environment) {
    Set<PeerUser> users = new HashSet<>();
    users.add(new PeerUser(0));
    users.add(PeerUser.own());
    String sudo = environment.getOrDefault("SUDO_UID", "");
    if (PeerUser.own().isRoot() && sudo.matches("\\d{1,9}")) {
      users.add(new PeerUser(Integer.parseInt(sudo)));
    }
    return new TrustedUsers(users);
  }

  public boolean contains(PeerUser user) {
    return users.contains(user);
  }
}
