package thaw.load.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import thaw.load.Failure;
import thaw.load.Pacer;
import thaw.load.Shot;
import thaw.load.Transport;
import thaw.load.http.ConnectionPool.Turn;

/**
 * HTTP/1.1 over kept connections. The generator's thread writes a request itself when a connection
 * is free, the one that was used last; otherwise the request waits in line for the next one that
 * is. One thread reads all answers.
 */
public final class HttpTransport implements Transport {
  private static final int READ_BYTES = 64 * 1024;

  /** The period at which requests are checked for their timeout. */
  private static final Duration LOOK = Duration.ofMillis(50);

  /** The time that the reader gets to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Failure END =
      new Failure(Failure.Kind.UNANSWERED, "unanswered at the end of the run");

  private final RequestTemplate template;
  private final Expectation expectation;
  private final Connector connector;
  private final Settings settings;
  private final Selector selector;
  private final Thread reader;
  private final Queue<HttpConnection> newcomers = new ConcurrentLinkedQueue<>();
  private final ConnectionPool<HttpConnection> pool;
  private volatile @Nullable Throwable failure; // of the reader, which then is not there any more

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
    this.pool = new ConnectionPool<>(settings.connections());
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
      pool.opens();
      threads.add(Thread.startVirtualThread(this::connect));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (pool.isOpening() && System.nanoTime() - patience < 0) {
      Thread.yield(); // until the reader has admitted the last one
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
    Throwable broken = failure;
    if (broken != null) {
      throw new IllegalStateException("the reader of answers failed", broken);
    }
    follow(shot, pool.take(shot));
  }

  private void follow(Shot shot, Turn<HttpConnection> turn) {
    switch (turn) {
      case Turn.Free<HttpConnection>(HttpConnection free) -> write(free, shot);
      case Turn.InLine<HttpConnection>(boolean opens, boolean full) -> {
        if (full) {
          shot.waits();
        }
        if (opens) {
          Thread.startVirtualThread(this::connect);
        }
      }
      case Turn.TooLate<HttpConnection>() -> shot.failed(END);
    }
  }

  private void write(HttpConnection connection, Shot shot) {
    settle(connection, connection.send(shot, template.isHead()));
  }

  private void connect() {
    try {
      newcomers.add(connector.connect(expectation.readsBody()));
      selector.wakeup();
      if (pool.isClosed()) {
        abandonNewcomers();
      }
    } catch (Connector.Refused e) {
      pool.refused().ifPresent(shot -> shot.failed(e.failure()));
      openForLine();
    }
  }

  /** Those that were opened too late. */
  private void abandonNewcomers() {
    for (HttpConnection next = newcomers.poll(); next != null; next = newcomers.poll()) {
      next.abandon();
    }
  }

  /** Those in line need a connection where one has gone. */
  private void openForLine() {
    if (pool.wantsMore()) {
      Thread.startVirtualThread(this::connect);
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
    } catch (IOException | RuntimeException | Error e) { // told by the next send
      failure = e;
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
      Optional<Shot> first = pool.opened(next);
      try {
        next.registered(next.channel().register(selector, SelectionKey.OP_READ, next));
      } catch (ClosedChannelException e) {
        // the transport is being closed: what is written will say so
      }
      HttpConnection admitted = next;
      first.ifPresent(shot -> write(admitted, shot));
    }
  }

  private void expire() {
    long before = System.nanoTime() - settings.timeout().toNanos();
    for (HttpConnection connection : pool.all()) {
      settle(connection, connection.expire(before));
    }
  }

  private void settle(HttpConnection connection, HttpConnection.Step step) {
    switch (step) {
      case HttpConnection.Step.Waiting _ -> {
        // not yet
      }
      case HttpConnection.Step.Answer answer -> {
        tell(answer);
        if (answer.reusable()) {
          pool.release(connection).ifPresent(next -> write(connection, next));
        } else {
          pool.gone(connection);
          openForLine();
        }
      }
      case HttpConnection.Step.Stale(Shot unsent) -> {
        pool.gone(connection);
        follow(unsent, pool.retake(unsent));
      }
      case HttpConnection.Step.Over over -> {
        pool.gone(connection);
        Shot shot = over.shot();
        if (shot != null) {
          shot.failed(over.failure());
        }
        openForLine();
      }
    }
  }

  private void tell(HttpConnection.Step.Answer answer) {
    Optional<Failure> wrong =
        expectation.check(answer.status(), answer.functionError(), answer.body());
    if (wrong.isPresent()) {
      answer.shot().failed(wrong.get());
    } else {
      answer.shot().answered();
    }
  }

  /** Ends the transport. Requests that are under way stay without a response. */
  @Override
  public void close() {
    pool.close().forEach(shot -> shot.failed(END));
    try {
      selector.close();
      reader.join(PATIENCE);
    } catch (IOException e) {
      throw new UncheckedIOException("could not close the selector: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (HttpConnection connection : pool.all()) {
      settle(connection, connection.abandon());
    }
    abandonNewcomers();
  }
}
