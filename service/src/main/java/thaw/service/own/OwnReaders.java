package thaw.service.own;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import thaw.http.Admission;
import thaw.http.Exchange;
import thaw.http.Response;
import thaw.sandbox.PeerUser;
import thaw.sandbox.TrustedUsers;

/**
 * Lets our own programs and functions read what is secret, and no other user of this machine.
 * Functions come through a relay of ours, or as the user of boxes.
 */
public record OwnReaders(TrustedUsers users) implements Admission {
  private static final String DENIED = "AccessDeniedException";
  private static final String REMEDY =
      "Secrets and parameters are read here by functions and by programs of the user who runs Thaw."
          + " Remedy: ask as that user, or start Thaw with --allow-changes, which lets everybody on"
          + " this machine.";

  /** What is known of a connection's other end. */
  private record PeerMayRead(boolean mayRead) {}

  @Override
  public Optional<Response> refusal(Exchange exchange) {
    PeerMayRead verdict =
        exchange.ofConnection(
            PeerMayRead.class, () -> new PeerMayRead(mayRead(exchange.caller(), exchange.here())));
    return verdict.mayRead() ? Optional.empty() : Optional.of(refused());
  }

  /** Returns whether the other end of a connection may read. */
  public boolean admits(Socket connection) {
    return mayRead(
        (InetSocketAddress) connection.getRemoteSocketAddress(),
        (InetSocketAddress) connection.getLocalSocketAddress());
  }

  private boolean mayRead(InetSocketAddress caller, InetSocketAddress here) {
    return PeerUser.of(caller, here)
        .filter(user -> user.isOfBoxes() || users.contains(user))
        .isPresent();
  }

  private static Response refused() {
    ObjectNode body =
        JsonProtocolHandler.JSON.createObjectNode().put("__type", DENIED).put("message", REMEDY);
    return new Response(
        400, // as AWS answers
        Map.of("Content-Type", "application/x-amz-json-1.1", "x-amzn-ErrorType", DENIED),
        body.toString().getBytes(StandardCharsets.UTF_8));
  }
}
