package thaw.runtimeapi;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import thaw.http.ConnectionThreads;
import thaw.http.Farewell;
import thaw.http.MalformedMessage;
import thaw.http.MessageReader;
import thaw.http.RequestHead;
import thaw.sandbox.HostPorts;
import thaw.steady.AllSteps;

/**
 * The HTTP server of one environment, for the processes in its box, on a loopback port of its own.
 * Refuses to know what is asked.
 *
 * <p>For the maintainer. It is not the server that all else uses, as a reply of it may come later
 * than the next request, and goes behind the replies before it; as connections beyond a few are
 * refused; and as its listener moves with a snapshot.
 */
final class ApiServer implements AutoCloseable {
  /** The runtime client sends an X-Ray cause of up to 1 MiB as a header field. */
  private static final int HEAD_BYTES = 1024 * 1024 + 256 * 1024;

  /** Clients send some ten. */
  private static final int MOST_FIELDS = 256;

  /** A function that opens more has lost control of itself; those beyond are refused. */
  private static final int MOST_CONNECTIONS = 32;

  /**
   * The runtime has one for each request at a time, or two while it reports an error; an extension
   * has one.
   */
  private static final int DIRECT_CONNECTIONS = 4;

  /**
   * The most connections that platform threads serve. More are served by virtual threads: a host
   * should not have thousands of others.
   */
  private static final int MOST_DIRECT_CONNECTIONS = 64;

  /** The bytes of a stack: as deep as a call goes, several times over. */
  private static final long STACK_BYTES = 256 * 1024;

  /**
   * The most bytes that are read of a body that nobody wanted, so that its sender can read the
   * reply.
   */
  private static final long LARGEST_DISCARDED_BYTES = 64L * 1024 * 1024;

  /**
   * The most large bodies of one environment at once: a runtime and its extensions have one each.
   */
  private static final int LARGE_BODIES_AT_ONCE = 4;

  /**
   * The pause after a failed accept: with nothing left to take one, the next would fail at once as
   * well.
   */
  private static final long ACCEPT_PAUSE_NANOS = 20_000_000;

  /** A reply that its receiver's buffers do not take for so long is not read. */
  private static final Duration WRITE_LIMIT = Duration.ofSeconds(2);

  private static final Duration PATIENCE_STEP = Duration.ofSeconds(1);

  private volatile ServerSocket listener;
  private final HostPorts hostPorts;
  private final Handler handler;
  private final Predicate<Socket> admits;
  private final Consumer<Throwable> faults;
  private final int mostConnections;
  private final ConnectionThreads threads;
  private final Semaphore largeBodies = new Semaphore(LARGE_BODIES_AT_ONCE);
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final Set<TimedOutput> outputs = ConcurrentHashMap.newKeySet();
  private volatile boolean deaf;

  /** Answers requests; those of different connections at the same time. */
  interface Handler {
    void handle(SandboxRequest request, ApiReply reply) throws IOException, InterruptedException;
  }

  /** Makes a server for a runtime that serves one request at a time. */
  ApiServer(
      HostPorts hostPorts, Handler handler, Predicate<Socket> admits, Consumer<Throwable> faults) {
    this(hostPorts, handler, admits, faults, 1);
  }

  /**
   * @param hostPorts learns of the port, which is to be hidden from other environments
   * @param admits whether a connection may ask anything; asked once, before its first request
   * @param faults our own, of which processes in the box see no more than a connection that ends
   * @param requestsAtOnce how many the runtime serves at a time
   */
  ApiServer(
      HostPorts hostPorts,
      Handler handler,
      Predicate<Socket> admits,
      Consumer<Throwable> faults,
      int requestsAtOnce) {
    this.hostPorts = hostPorts;
    this.mostConnections = MOST_CONNECTIONS + 2 * (requestsAtOnce - 1);
    this.threads =
        new ConnectionThreads(
            "api-connection",
            Math.min(DIRECT_CONNECTIONS + requestsAtOnce - 1, MOST_DIRECT_CONNECTIONS),
            STACK_BYTES);
    this.handler = handler;
    this.admits = admits;
    this.faults = faults;
    try {
      this.listener = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("could not listen on a loopback port: " + e, e);
    }
    hostPorts.hide(listener.getLocalPort());
    start(listener);
  }

  private void start(ServerSocket at) {
    Thread.ofVirtual().name("api-" + at.getLocalPort()).start(() -> accept(at));
  }

  /** Moves to a listener: from now on it listens there, and nowhere else. */
  void moveTo(ServerSocket other) {
    ServerSocket before = listener;
    hostPorts.show(before.getLocalPort());
    listener = other;
    start(other);
    try {
      before.close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not close a listener: " + e, e);
    }
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Returns whether connections are taken; false when none is any more, though they should be. */
  boolean isListening() {
    return !deaf;
  }

  private void accept(ServerSocket at) {
    try {
      long looked = System.nanoTime();
      while (!at.isClosed()) {
        if (System.nanoTime() - looked >= WRITE_LIMIT.toNanos()) {
          AllSteps.each(outputs, output -> output.endLate(WRITE_LIMIT), faults);
          looked = System.nanoTime();
        }
        try {
          at.setSoTimeout((int) WRITE_LIMIT.toMillis()); // this thread looks at the writes, too
          take(at.accept());
        } catch (SocketTimeoutException e) {
          // Time to look.
        } catch (IOException | RuntimeException | Error e) {
          // Closed, or no descriptor, thread or memory is left: those that are open go on.
          LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
        }
      }
    } finally {
      if (!at.isClosed()) { // not even a pause was possible
        deaf = true;
        faults.accept(new IllegalStateException("the Runtime API takes no more connections"));
      }
    }
  }

  private void take(Socket socket) {
    boolean taken = false;
    try {
      if (connections.size() < mostConnections) {
        connections.add(socket);
        threads.start(() -> serve(socket));
        taken = true;
      }
    } finally {
      if (!taken) {
        connections.remove(socket);
        closeQuietly(socket);
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      if (listener.isClosed()) {
        return;
      }
      socket.setTcpNoDelay(true);
      if (!admits.test(socket)) {
        refuse(socket, 403, "Forbidden");
        return;
      }
      try { // within the other one, which closes the socket before it comes to its catch clauses
        converse(socket);
      } catch (MalformedMessage e) {
        refuse(socket, 400, "MalformedHTTPRequest");
      } catch (UncheckedIOException e) {
        throw e;
      } catch (RuntimeException | Error e) {
        // Before the socket is closed: the process may end for that, and would have the blame.
        faults.accept(e);
      }
    } catch (IOException | UncheckedIOException e) {
      // The process went away, or was killed, in the middle of it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.remove(socket);
    }
  }

  private void converse(Socket socket) throws IOException, InterruptedException {
    TimedOutput out = new TimedOutput(socket);
    MessageReader in =
        new MessageReader(
            socket.getInputStream(),
            MessageReader.LineEnds.LENIENT_IN_HEADS,
            HEAD_BYTES,
            MOST_FIELDS);
    boolean goesOn = true;
    ApiReply before = null; // the reply to the request before
    outputs.add(out);
    try {
      while (goesOn) {
        RequestHead head = RequestHead.read(in);
        if (head == null) {
          return;
        }
        if (!head.target().startsWith("/")) {
          throw new MalformedMessage("no path: " + head.target());
        }
        if (head.expectsContinue()) {
          head.content().waitsAt(out);
        }
        boolean closes = head.closes();
        goesOn = !closes;
        // What it still waits to send, nobody has read: a request behind it would not be seen as
        // one.
        ApiReply reply = new ApiReply(out, () -> closes || head.content().isWaiting());
        int query = head.target().indexOf('?');
        String path = query < 0 ? head.target() : head.target().substring(0, query);
        awaitOrder(before);
        before = reply;
        handle(new SandboxRequest(head, path), reply);
        goesOn &= head.content().isDiscarded(LARGEST_DISCARDED_BYTES);
      }
      awaitOrder(before); // who asked for the connection's end gets its reply first
      if (before != null) {
        before.awaitWritten();
      }
    } finally {
      outputs.remove(out);
      if (before != null) {
        before.abandon();
      }
    }
  }

  /** Replies go in the order of their requests, also to who does not wait for them. */
  private void awaitOrder(@Nullable ApiReply before) throws InterruptedException {
    while (before != null && !before.awaitSent(PATIENCE_STEP) && !listener.isClosed()) {
      continue;
    }
  }

  private void handle(SandboxRequest request, ApiReply reply)
      throws IOException, InterruptedException {
    if (!request.head().content().mayBeLarge()) {
      answer(request, reply);
      return;
    }
    largeBodies.acquire();
    try {
      answer(request, reply);
    } finally {
      largeBodies.release();
    }
  }

  private void answer(SandboxRequest request, ApiReply reply)
      throws IOException, InterruptedException {
    try {
      handler.handle(request, reply);
    } catch (EOFException e) {
      if (!reply.isSent()) {
        reply.send(400, ErrorJson.of("TruncatedHTTPRequest", "HTTP request truncated"));
      }
      throw e;
    } catch (MalformedMessage e) {
      if (reply.isSent()) {
        throw new EOFException("a body went wrong behind its reply: " + e.getMessage());
      }
      throw e;
    }
    if (!reply.isSentOrDeferred()) {
      throw new IllegalStateException("no reply to " + request.method() + " " + request.path());
    }
  }

  private static void refuse(Socket socket, int status, String type) {
    byte[] body = ErrorJson.of(type, "The request was refused.");
    Farewell.say(socket, ApiReply.head(status, ApiReply.JSON, body.length, true).with(body));
  }

  /** Closes the port and every connection. */
  @Override
  public void close() {
    hostPorts.show(port());
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not close port " + port() + ": " + e, e);
    } finally {
      connections.forEach(ApiServer::closeQuietly);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed.
    }
  }
}
