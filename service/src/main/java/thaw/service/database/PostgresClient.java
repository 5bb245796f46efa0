package thaw.service.database;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A connection of ours to a server, with simple queries. One thread.
 *
 * @see <a href="https://www.postgresql.org/docs/17/protocol-message-formats.html">Message
 *     Formats</a>
 */
final class PostgresClient implements AutoCloseable {
  private final SocketChannel channel;
  private final DataInputStream in;
  private final OutputStream out;

  /** What a server refuses. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    private final int position;

    /**
     * @param fields of an error's message, by the letter of each
     */
    Refused(Map<Character, String> fields) {
      super(
          fields.getOrDefault('M', "")
              + Optional.ofNullable(fields.get('D')).map(detail -> " (" + detail + ")").orElse("")
              + Optional.ofNullable(fields.get('H')).map(hint -> "; " + hint).orElse(""));
      this.position = Integer.parseInt(fields.getOrDefault('P', "0"));
    }

    /** The place in the statement, from 1 on; 0 for none. */
    int position() {
      return position;
    }
  }

  private PostgresClient(SocketChannel channel) {
    this.channel = channel;
    this.in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
    this.out = Channels.newOutputStream(channel);
  }

  /**
   * Connects as a user that the server trusts.
   *
   * @throws Refused also while the server starts
   */
  static PostgresClient connect(Path socket, String user, String database)
      throws IOException, Refused {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    PostgresClient client = new PostgresClient(channel);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      client.out.write(
          PostgresMessage.startup(
              Map.of("user", user, "database", database, "application_name", "thaw")));
      client.untilReady();
      return client;
    } catch (IOException | Refused e) {
      client.close();
      throw e;
    }
  }

  /** Runs one statement or several. */
  void run(String sql) throws IOException, Refused {
    rows(sql);
  }

  /** Returns the rows of a query, with its values as texts; null as an empty one. */
  List<List<String>> rows(String sql) throws IOException, Refused {
    out.write(PostgresMessage.of('Q', PostgresMessage.text(sql)));
    return untilReady();
  }

  /**
   * Runs {@code COPY ... FROM STDIN}.
   *
   * @param lines as text format has them
   */
  void copy(String sql, byte[] lines) throws IOException, Refused {
    out.write(PostgresMessage.of('Q', PostgresMessage.text(sql)));
    PostgresMessage first = PostgresMessage.read(in);
    if (first.type() == 'G') {
      out.write(PostgresMessage.of('d', lines));
      out.write(PostgresMessage.of('c', new byte[0]));
      untilReady();
    } else {
      Optional<Refused> refused = error(first);
      untilReady();
      throw refused.orElseThrow(() -> new IOException("no COPY FROM STDIN: " + sql));
    }
  }

  private static Optional<Refused> error(PostgresMessage message) {
    return message.type() == 'E' ? Optional.of(new Refused(message.fields())) : Optional.empty();
  }

  private List<List<String>> untilReady() throws IOException, Refused {
    List<List<String>> rows = new ArrayList<>();
    Refused refused = null;
    while (true) {
      PostgresMessage message = PostgresMessage.read(in);
      switch (message.type()) {
        case 'E' -> {
          refused = new Refused(message.fields());
          if ("FATAL".equals(message.fields().get('V'))) {
            throw refused;
          }
        }
        case 'D' -> rows.add(message.row());
        case 'G' -> out.write(PostgresMessage.of('f', PostgresMessage.text("no data are here")));
        case 'R' -> {
          if (message.code() != 0) {
            throw new IOException("the server asks us for a password");
          }
        }
        case 'Z' -> {
          if (refused != null) {
            throw refused;
          }
          return rows;
        }
        default -> {
          // notices and parameters
        }
      }
    }
  }

  /** Returns a name as SQL has it. */
  static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Returns a text as SQL has it. */
  static String literal(String text) {
    String quoted = "'" + text.replace("'", "''") + "'";
    return text.contains("\\") ? "E" + quoted.replace("\\", "\\\\") : quoted;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
