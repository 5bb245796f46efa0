package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.sandbox.kernel.TcpTable;

@SideBySide
class PeerUserTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private static Optional<PeerUser> userOf(Socket accepted) {
    return PeerUser.of(
        (InetSocketAddress) accepted.getRemoteSocketAddress(),
        (InetSocketAddress) accepted.getLocalSocketAddress());
  }

  @Test
  void our_own_program_is_of_our_own_user() throws IOException {
    int owner = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    assertEquals(owner, PeerUser.own().uid());
    try (ServerSocket listener = new ServerSocket(0, 1, LOOPBACK);
        Socket client = new Socket(LOOPBACK, listener.getLocalPort());
        Socket accepted = listener.accept()) {
      assertEquals(Optional.of(PeerUser.own()), userOf(accepted));
      client.shutdownOutput(); // it still reads
      assertEquals(Optional.of(PeerUser.own()), userOf(accepted));
    }
  }

  /** The kernel says root of a socket that is closed already. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void who_has_gone_is_nobody(boolean byReset) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, LOOPBACK);
        Socket client = new Socket(LOOPBACK, listener.getLocalPort());
        Socket accepted = listener.accept()) {
      client.getOutputStream().write(new byte[100]);
      client.setSoLinger(byReset, 0);
      client.close();
      assertEquals(Optional.empty(), userOf(accepted));
    }
  }

  @Test
  void two_sockets_where_there_should_be_one_are_nobodys() {
    TcpTable.Row one = row(7, 1000);
    assertEquals(Optional.of(new PeerUser(1000)), PeerUser.of(List.of(one)));
    assertEquals(Optional.of(new PeerUser(1000)), PeerUser.of(List.of(one, one)));
    assertEquals(Optional.empty(), PeerUser.of(List.of(one, row(8, 1000))));
    assertEquals(Optional.empty(), PeerUser.of(List.of(one, row(0, 0))));
    assertEquals(Optional.empty(), PeerUser.of(List.of(row(0, 0))));
  }

  private static TcpTable.Row row(long inode, int uid) {
    InetSocketAddress any = new InetSocketAddress(LOOPBACK, 1);
    return new TcpTable.Row(any, any, 1, uid, inode);
  }

  @Test
  void programs_of_other_users_are_told_apart() throws Exception {
    assumeTrue(PeerUser.own().isRoot(), "only root can run programs of other users");
    try (ServerSocket listener = new ServerSocket(0, 1, LOOPBACK)) {
      for (int uid : new int[] {0, SandboxUser.UID, 54_321}) {
        List<String> command = new ArrayList<>();
        command.addAll(List.of("setpriv", "--reuid=" + uid, "--clear-groups", "bash", "-c"));
        command.add("exec 3<>/dev/tcp/127.0.0.1/" + listener.getLocalPort() + "; cat <&3");
        Process process = new ProcessBuilder(command).inheritIO().start();
        try (Socket accepted = listener.accept()) {
          PeerUser user = userOf(accepted).orElseThrow();
          assertEquals(uid, user.uid());
          assertEquals(uid == 0, user.isRoot());
          assertEquals(uid == SandboxUser.UID, user.isOfBoxes());
        }
        Signals.awaitEnd(process);
        assertEquals(0, process.exitValue());
      }
    }
  }

  @Test
  void root_is_root_and_no_function() {
    assertTrue(new PeerUser(0).isRoot());
    assertFalse(new PeerUser(0).isOfBoxes());
  }
}
