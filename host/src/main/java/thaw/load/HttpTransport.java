package thaw.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * HTTP/1.1 over kept connections. The generator's thread writes a request itself when a connection
 * is free, the one that was used last; otherwise the request waits in line for the next one that
 * is. One thread reads all answers.
 */
public final class HttpTransport implements Transport {
  private static final int READ_BYTES = 64 * 1024;

  /** How often requests are looked at that may take too long. */
  private static final Duration LOOK = Duration.ofMillis(50);

  private final RequestTemplate template;
  private final Expectation expectation;
  private final Connector connector;
  private final Settings settings;
  private final Selector selector;
  private final Thread reader;
  private final Queue<HttpConnection> newcomers = new ConcurrentLinkedQueue<>();
  private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
  private final Object lock = new Object(); // guards the four that follow
  private final Deque<HttpConnection> idle = new ArrayDeque<>();
  private final Deque<Shot> waiting = new ArrayDeque<>();
  private int open;
  private boolean closed;

  /**
   * @param connections at most so many at once, at least 1
   * @param opened so many before the first request
   * @param timeout from a request's first byte to its whole answer
   */
  public record Settings(int connections, int opened, Duration timeout) {
    public Settings {
      if (connections < 1 || opened < 0 || opened > connections) {
        throw new IllegalArgumentException(
            "must be 1 or more, of which some are opened: connections="
                + connections
                + ", opened="
                + opened);
      }
    }
  }

  private HttpTransport(
      RequestTemplate template,
      Expectation expectation,
      Connector connector,
      Settings settings,
      Selector selector) {
    this.template = template;
    this.expectation = expectation;
    this.connector = connector;
    this.settings = settings;
    this.selector = selector;
    this.reader = Thread.ofPlatform().name("load-reader").daemon().unstarted(this::readAll);
  }

  /**
   * Returns when as many connections as wanted are open, or cannot be.
   *
   * @param trust what is trusted of a target with TLS
   */
  public static HttpTransport open(
      RequestTemplate template, Expectation expectation, Trust trust, Settings settings)
      throws InterruptedException {
    HttpTarget target = template.target();
    Connector connector =
        new Connector(
            target,
            target.secure() ? Optional.of(trust.context()) : Optional.empty(),
            trust.verifies(),
            settings.timeout());
    try {
      HttpTransport transport =
          new HttpTransport(template, expectation, connector, settings, Selector.open());
      transport.reader.start();
      transport.preopen();
      return transport;
    } catch (IOException e) {
      throw new UncheckedIOException("could not open a selector: " + e, e);
    }
  }

  private void preopen() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < settings.opened(); i++) {
      synchronized (lock) {
        open++;
      }
      threads.add(Thread.startVirtualThread(this::connect));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (!newcomers.isEmpty() && System.nanoTime() < patience) {
      Thread.yield();
    }
  }

  @Override
  public List<Thread> threads() {
    return List.of(reader);
  }

  @Override
  public void prepare(Shot shot) {
    shot.prepared(template.bytes(shot.number()));
  }

  @Override
  public void send(Shot shot) {
    HttpConnection free;
    boolean opens = false;
    boolean full = false;
    synchronized (lock) {
      free = waiting.isEmpty() ? idle.pollFirst() : null;
      if (free == null) {
        waiting.addLast(shot);
        opens = open < settings.connections() && !closed;
        full = !opens;
        open += opens ? 1 : 0;
      }
    }
    if (free != null) {
      write(free, shot);
    } else if (opens) {
      Thread.startVirtualThread(this::connect);
    } else if (full) {
      shot.waits();
    }
  }

  /** On this connection, or, when it has been closed meanwhile, on another one. */
  private void write(HttpConnection connection, Shot shot) {
    if (!connection.send(shot, template.isHead())) {
      forget(connection);
      send(shot);
    }
  }

  private void connect() {
    try {
      newcomers.add(connector.connect(expectation.readsBody()));
      selector.wakeup();
      if (!selector.isOpen()) {
        abandonNewcomers();
      }
    } catch (Connector.Refused e) {
      Optional<Shot> first;
      synchronized (lock) {
        open--;
        first = Optional.ofNullable(waiting.pollFirst());
      }
      first.ifPresent(shot -> shot.failed(e.failure()));
      openForWaiting();
    }
  }

  /** A connection is gone; the reader may find out as well. */
  private void forget(HttpConnection connection) {
    synchronized (lock) {
      idle.remove(connection);
      open -= connections.remove(connection) ? 1 : 0;
    }
  }

  /** Those that were opened too late. */
  private void abandonNewcomers() {
    for (HttpConnection next = newcomers.poll(); next != null; next = newcomers.poll()) {
      next.abandon();
    }
  }

  /** Those in line need a connection where one has gone. */
  private void openForWaiting() {
    boolean opens;
    synchronized (lock) {
      opens =
          !waiting.isEmpty() && open < Math.min(settings.connections(), waiting.size()) && !closed;
      open += opens ? 1 : 0;
    }
    if (opens) {
      Thread.startVirtualThread(this::connect);
    }
  }

  /** The connection takes the next request in line, or waits for one. */
  private void release(HttpConnection connection) {
    Shot next;
    synchronized (lock) {
      next = waiting.pollFirst();
      if (next == null) {
        idle.addFirst(connection);
      }
    }
    if (next != null) {
      write(connection, next);
    }
  }

  private void readAll() {
    Pacer.sharpen();
    ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
    long look = System.nanoTime() + LOOK.toNanos();
    try {
      while (selector.isOpen()) {
        selector.select(key -> ready(key, buffer), LOOK.toMillis());
        admit();
        if (System.nanoTime() - look > 0) {
          expire();
          look = System.nanoTime() + LOOK.toNanos();
        }
      }
    } catch (java.nio.channels.ClosedSelectorException e) {
      // the run is over
    } catch (IOException e) {
      throw new UncheckedIOException("could not wait for answers: " + e, e);
    }
  }

  private void ready(SelectionKey key, ByteBuffer buffer) {
    HttpConnection connection = (HttpConnection) key.attachment();
    try {
      if (key.isReadable()) {
        settle(connection, connection.read(buffer));
      }
      if (key.isValid() && key.isWritable()) {
        settle(connection, connection.write());
      }
    } catch (CancelledKeyException e) {
      // closed by the generator's thread, which has told
    }
  }

  private void admit() {
    for (HttpConnection next = newcomers.poll(); next != null; next = newcomers.poll()) {
      connections.add(next);
      try {
        next.registered(next.channel().register(selector, SelectionKey.OP_READ, next));
        release(next);
      } catch (ClosedChannelException e) {
        forget(next);
        openForWaiting();
      }
    }
  }

  private void expire() {
    long before = System.nanoTime() - settings.timeout().toNanos();
    connections.forEach(connection -> settle(connection, connection.expire(before)));
  }

  private void settle(HttpConnection connection, HttpConnection.Step step) {
    switch (step) {
      case HttpConnection.Step.Waiting _ -> {
        // not yet
      }
      case HttpConnection.Step.Answer answer -> {
        Optional<Failure> wrong =
            expectation.check(answer.status(), answer.functionError(), answer.body());
        if (wrong.isPresent()) {
          answer.shot().failed(wrong.get());
        } else {
          answer.shot().answered();
        }
        if (answer.reusable()) {
          release(connection);
        } else {
          forget(connection);
          openForWaiting();
        }
      }
      case HttpConnection.Step.Over over -> {
        forget(connection);
        Shot shot = over.shot();
        if (shot != null) {
          shot.failed(over.failure());
        }
        openForWaiting();
      }
    }
  }

  /** What is under way is unanswered. */
  @Override
  public void close() {
    List<Shot> unsent;
    synchronized (lock) {
      closed = true;
      unsent = List.copyOf(waiting);
      waiting.clear();
    }
    Failure end = new Failure(Failure.Kind.UNANSWERED, "unanswered at the end of the run");
    unsent.forEach(shot -> shot.failed(end));
    connections.forEach(connection -> settle(connection, connection.abandon()));
    abandonNewcomers();
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not close the selector: " + e, e);
    }
  }
}
