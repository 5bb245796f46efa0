package thaw.service.database;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import thaw.function.resource.Database;

/**
 * A client's connection to a database, from its first byte to its last. Up to the client's login it
 * is read message by message, after that bytes are passed on.
 *
 * @see <a href="https://www.postgresql.org/docs/17/protocol-flow.html">Message Flow</a>
 */
final class DatabaseConnection implements AutoCloseable {
  private static final int SSL_REQUEST = 80877103;
  private static final int GSS_REQUEST = 80877104;
  private static final int CANCEL_REQUEST = 80877102;
  private static final int LARGEST_FIRST = 10_000; // PostgreSQL's own limit

  private static final int LOGGED_IN = 0;
  private static final int CLEAR_PASSWORD = 3;
  private static final int SCRAM = 10;
  private static final int SCRAM_FINAL = 12;

  private static final String NOT_AUTHORIZED = "28000";

  private final Socket raw;
  private final Terms terms;
  private Socket client;
  private DataInputStream in;
  private OutputStream out;
  private @Nullable SocketChannel server;

  /**
   * What holds for all connections.
   *
   * @param password the master user's; empty where it has none
   * @param socket of the server
   * @param tls absent where there is no certificate
   * @param forcesTls whether connections without it are refused
   * @param opened told the name of each database that somebody is let into
   * @param later tokens of before then are taken to be 15 minutes older
   */
  record Terms(
      Database database,
      String password,
      Path socket,
      Optional<SSLContext> tls,
      boolean forcesTls,
      Consumer<String> opened,
      Optional<Instant> later) {
    /** Never in a message. */
    @Override
    public String toString() {
      return "Terms[" + database.name() + "]";
    }
  }

  DatabaseConnection(Socket client, Terms terms) throws IOException {
    this.raw = client;
    this.terms = terms;
    this.client = client;
    this.in = input(client.getInputStream());
    this.out = client.getOutputStream();
  }

  private static DataInputStream input(InputStream stream) {
    return new DataInputStream(new BufferedInputStream(stream));
  }

  void serve() throws IOException, InterruptedException {
    while (true) {
      int length = in.readInt();
      if (length < 2 * Integer.BYTES || length > LARGEST_FIRST) {
        return; // no client of PostgreSQL
      }
      int code = in.readInt();
      byte[] body = in.readNBytes(length - 2 * Integer.BYTES);
      switch (code) {
        case SSL_REQUEST -> {
          boolean begins = terms.tls().isPresent() && !isSecure();
          out.write(begins ? 'S' : 'N');
          if (begins) {
            secure();
          }
        }
        case GSS_REQUEST -> out.write('N');
        case CANCEL_REQUEST -> {
          cancel(body);
          return;
        }
        default -> {
          login(code, body);
          return;
        }
      }
    }
  }

  private boolean isSecure() {
    return client instanceof SSLSocket;
  }

  /** Nothing is in the buffer: the client waits for the letter before it goes on. */
  private void secure() throws IOException {
    SSLSocket secure =
        (SSLSocket)
            terms
                .tls()
                .orElseThrow()
                .getSocketFactory()
                .createSocket(raw, (InputStream) null, true);
    secure.startHandshake();
    client = secure;
    in = input(secure.getInputStream());
    out = secure.getOutputStream();
  }

  /** The name by which the client came; empty where it did not say it. */
  private String host() {
    return client instanceof SSLSocket secure
            && secure.getSession() instanceof ExtendedSSLSession session
        ? session.getRequestedServerNames().stream()
            .filter(SNIHostName.class::isInstance)
            .map(name -> ((SNIHostName) name).getAsciiName())
            .findFirst()
            .orElse("")
        : "";
  }

  private void cancel(byte[] key) throws IOException {
    try (SocketChannel other = dial()) {
      other.write(first(CANCEL_REQUEST, key));
    }
  }

  private static ByteBuffer first(int code, byte[] body) {
    int length = 2 * Integer.BYTES + body.length;
    return ByteBuffer.allocate(length).putInt(length).putInt(code).put(body).flip();
  }

  private SocketChannel dial() throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(terms.socket()));
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private void login(int protocol, byte[] body) throws IOException, InterruptedException {
    Map<String, String> parameters = PostgresMessage.parameters(body);
    String user = parameters.getOrDefault("user", "");
    String database = parameters.getOrDefault("database", user);
    String who =
        "host \"%s\", user \"%s\", database \"%s\", %s"
            .formatted(
                raw.getInetAddress().getHostAddress(),
                user,
                database,
                isSecure() ? "SSL encryption" : "no encryption");
    if (terms.forcesTls() && !isSecure()) {
      refuse("no pg_hba.conf entry for " + who, "connect with TLS: sslmode=require in a JDBC URL");
      return;
    }
    if (user.equals(PostgresServer.OWNER)) {
      refuse("pg_hba.conf rejects connection for " + who, "");
      return;
    }
    boolean byToken = terms.database().tokenHosts().contains(host()) || terms.database().isDsql();
    if (byToken && !showsToken(user)) {
      return;
    }
    terms.opened().accept(database);
    SocketChannel channel = dial();
    server = channel;
    DataInputStream from = input(Channels.newInputStream(channel));
    OutputStream to = Channels.newOutputStream(channel);
    channel.write(first(protocol, body));
    if (byToken ? logsIn(from, to, user) : passesLogin(from, to, user)) {
      passOn(from, to);
    }
  }

  private void refuse(String message, String detail) throws IOException {
    out.write(PostgresMessage.fatal(NOT_AUTHORIZED, message, detail));
    out.flush();
  }

  /** Asks for a token; tells the client when there is none that holds. */
  private boolean showsToken(String user) throws IOException {
    out.write(
        PostgresMessage.of('R', ByteBuffer.allocate(Integer.BYTES).putInt(CLEAR_PASSWORD).array()));
    out.flush();
    PostgresMessage answer = PostgresMessage.read(in);
    String token = new String(answer.body(), StandardCharsets.UTF_8).replace("\0", "");
    Optional<String> fault =
        answer.type() != 'p'
            ? Optional.of("there is none")
            : !isSecure()
                ? Optional.of("tokens need TLS")
                : LoginToken.fault(token, terms.database(), user, Instant.now(), terms.later());
    if (fault.isPresent()) {
      Database database = terms.database();
      refuse(
          database.isDsql()
              ? "unable to accept connection, access denied"
              : "PAM authentication failed for user \"" + user + "\"",
          "the token does not let in: " + fault.get());
    }
    return fault.isEmpty();
  }

  /** Logs in for a client that has shown a token. */
  private boolean logsIn(DataInputStream from, OutputStream to, String user) throws IOException {
    PostgresMessage message = PostgresMessage.read(from);
    if (message.type() == 'R' && message.code() == SCRAM) {
      if (!user.equals(terms.database().user())) {
        refuse(
            "This RDS proxy has no credentials for the role " + user,
            "here a proxy knows the master user; others come with GRANT rds_iam TO " + user);
        return false;
      }
      try {
        ScramLogin.run(from, to, terms.password());
      } catch (PostgresClient.Refused e) {
        refuse(String.valueOf(e.getMessage()), "");
        return false;
      }
      message = PostgresMessage.read(from);
      if (message.type() == 'R' && message.code() == SCRAM_FINAL) {
        message = PostgresMessage.read(from);
      }
    }
    out.write(message.bytes());
    return message.type() != 'E';
  }

  /**
   * Passes the login on. A user whom the server trusts is one of IAM's and has to show a token.
   *
   * @return whether the client is in
   */
  private boolean passesLogin(DataInputStream from, OutputStream to, String user)
      throws IOException {
    boolean asked = false;
    while (true) {
      PostgresMessage message = PostgresMessage.read(from);
      boolean in = message.type() == 'R' && message.code() == LOGGED_IN;
      if (in && !asked && !showsToken(user)) {
        return false;
      }
      out.write(message.bytes());
      out.flush();
      if (in || message.type() == 'E') {
        return in;
      }
      if (message.type() == 'R' && message.code() != SCRAM_FINAL) {
        asked = true;
        to.write(PostgresMessage.read(this.in).bytes());
      }
    }
  }

  private void passOn(InputStream from, OutputStream to) throws InterruptedException {
    Thread answers =
        Thread.ofVirtual()
            .name("database-answers")
            .start(() -> {
              pump(from, out);
              close();
            });
    pump(in, to);
    close();
    answers.join();
  }

  /** What is buffered goes first, and at once. */
  private static void pump(InputStream from, OutputStream to) {
    byte[] buffer = new byte[16 * 1024];
    try {
      for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
        to.write(buffer, 0, count);
        to.flush();
      }
    } catch (IOException e) {
      // One of the two is gone: the usual end of a connection.
    }
  }

  @Override
  public void close() {
    try (Socket _ = raw;
        SocketChannel _ = server) {
      client.close();
    } catch (IOException e) {
      // It is gone.
    }
  }
}
