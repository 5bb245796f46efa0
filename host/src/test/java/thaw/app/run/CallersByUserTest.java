package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.SideBySide;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.http.Response;
import thaw.sandbox.PeerUser;

/** What callers may do, who are programs of several users, over real connections. */
@SideBySide
class CallersByUserTest {
  /** Answers what its caller may do, with an exclamation mark if it sees contents. */
  private record Telling(CallersByUser callers) implements HttpHandler {
    @Override
    public void serve(Exchange exchange, java.util.function.Consumer<Response> onResponse) {
      String rights = callers.of(exchange).name() + (callers.maySeeContents(exchange) ? "!" : "");
      onResponse.accept(new Response(200, Map.of(), rights.getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public Response failed(Exception reason) {
      return new Response(500, Map.of(), reason.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String rights(CallersByUser callers, String host, String address, int uid)
      throws Exception {
    List<Exception> problems = new ArrayList<>();
    try (HttpServer server =
        HttpServer.open(
            host,
            0,
            new Telling(callers),
            OwnPages.of(),
            () -> "id",
            HttpServer.TRANSFER_LIMIT,
            problems::add)) {
      String request = "GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n";
      List<String> command = new ArrayList<>();
      if (uid != PeerUser.own().uid()) {
        command.addAll(List.of("setpriv", "--reuid=" + uid, "--clear-groups"));
      }
      command.addAll(
          List.of(
              "bash",
              "-c",
              "exec 3<>/dev/tcp/%s/%d; printf '%s' >&3; cat <&3"
                  .formatted(address, server.port(), request)));
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String answer =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertEquals(true, process.waitFor(30, TimeUnit.SECONDS));
      assertEquals(List.of(), problems);
      return answer.substring(answer.lastIndexOf('\n') + 1);
    }
  }

  private static CallersByUser callers(boolean changes, String... environment) {
    return CallersByUser.of(
        changes, environment.length == 0 ? Map.of() : Map.of(environment[0], environment[1]));
  }

  @Test
  void our_own_programs_may_change_functions() throws Exception {
    int own = PeerUser.own().uid();
    assertEquals("CHANGE!", rights(callers(false), "127.0.0.1", "127.0.0.1", own));
    assertEquals("CHANGE!", rights(callers(false), "0.0.0.0", "127.0.0.9", own));
  }

  @ParameterizedTest(name = "user {0}, sudo by {1}, --allow-changes {2} -> {3}")
  @CsvSource({
    "54321, , false, READ",
    "54321, , true, CHANGE!",
    "54321, 54321, false, CHANGE!",
    "54322, 54321, false, READ",
    "54321, none, false, READ",
    "993, , false, INVOKE",
    "993, , true, INVOKE",
    "993, 993, true, INVOKE",
    "0, , false, CHANGE!"
  })
  void other_users_may_not_and_functions_never(
      int uid, String sudo, boolean changes, String expected) throws Exception {
    assumeTrue(PeerUser.own().isRoot(), "only root can run programs of other users");
    CallersByUser callers = sudo == null ? callers(changes) : callers(changes, "SUDO_UID", sudo);
    assertEquals(expected, rights(callers, "127.0.0.1", "127.0.0.1", uid));
  }

  @Test
  void by_another_address_than_loopback_it_takes_the_option() throws Exception {
    Optional<String> address =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(each -> !each.isLoopbackAddress() && each instanceof java.net.Inet4Address)
            .map(InetAddress::getHostAddress)
            .findFirst();
    assumeTrue(address.isPresent(), "this machine has no address but loopback");
    int own = PeerUser.own().uid();
    assertEquals("READ", rights(callers(false), "0.0.0.0", address.get(), own));
    assertEquals("CHANGE!", rights(callers(true), "0.0.0.0", address.get(), own));
    if (PeerUser.own().isRoot()) { // a function that takes the long way
      assertEquals("INVOKE", rights(callers(true), "0.0.0.0", address.get(), 993));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1 | false | your programs on this machine; other users of this machine may invoke"
            + " and read figures;",
        "localhost | false | your programs on this machine; other users of this machine may",
        "::1 | false | your programs on this machine; other users of this machine may",
        "0.0.0.0 | false | your programs on this machine; everybody who reaches 0.0.0.0 may invoke",
        "10.0.0.1 | true | everybody who reaches 10.0.0.1, who may change functions, that is run"
            + " code as you;",
        "127.0.0.1 | true | other users of this machine, who may change functions, that is run code"
            + " as you;"
      })
  void the_head_says_who_may_do_what(String host, boolean changes, String begin) {
    String said = new ServerReach(host, List.of(), changes, Set.of()).said();
    assertEquals(begin, said.substring(0, Math.min(said.length(), begin.length())));
  }
}
