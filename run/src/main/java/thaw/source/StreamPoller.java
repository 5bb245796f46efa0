package thaw.source;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Phaser;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import thaw.service.ServiceFault;
import thaw.steady.InternalFault;

/**
 * Polls a stream: each shard by a reader of its own, after the shard that it comes from. Records
 * that a function has not processed stay the next ones of their queue.
 */
final class StreamPoller implements Poller {
  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  /** The period at which new shards are looked for. */
  private static final Duration DISCOVERY = Duration.ofSeconds(5);

  private final HttpClient http;
  private final URI endpoint;
  private final String mapping;
  private final String mappingArn;
  private final StreamTerms terms;
  private final BatchInvocation invocation;
  private final Map<String, ShardProgress> progress;
  private final Consumer<String> results;
  private final ExecutorService workers;
  private final Complaint complaint;
  private final Backoff waits;

  /** Readers and workers that run. */
  private final Phaser running = new Phaser(1);

  private final Map<Thread, ShardReader> readers = new ConcurrentHashMap<>();
  private final SynchronousQueue<Boolean> ends = new SynchronousQueue<>();
  private volatile Thread discoverer = Thread.currentThread();
  private boolean isReady;
  private boolean isFirstStream = true;

  /**
   * @param mapping its id
   * @param invocation its {@code stop} ends the poller
   * @param progress by stream and shard, kept while the mapping is
   * @param results gets what came of a batch
   * @param workers run readers and shard workers
   */
  StreamPoller(
      HttpClient http,
      URI endpoint,
      String mapping,
      String mappingArn,
      StreamTerms terms,
      BatchInvocation invocation,
      Map<String, ShardProgress> progress,
      Consumer<String> results,
      ExecutorService workers) {
    this.http = http;
    this.endpoint = endpoint;
    this.mapping = mapping;
    this.mappingArn = mappingArn;
    this.terms = terms;
    this.invocation = invocation;
    this.progress = progress;
    this.results = results;
    this.workers = workers;
    this.complaint = complaint();
    this.waits = invocation.backoff(FIRST_WAIT, LONGEST_WAIT);
  }

  private Complaint complaint() {
    return invocation.complaint("stream of " + RecordStream.table(mappingArn));
  }

  @Override
  public void stop() {
    invocation.stop().countDown();
    readers.keySet().forEach(Thread::interrupt);
    discoverer.interrupt();
  }

  @Override
  public void run(Runnable ready) throws InterruptedException {
    discoverer = Thread.currentThread();
    try {
      while (!invocation.isStopped()) {
        if (!invocation.isRunnable(complaint)) {
          continue;
        }
        try {
          Optional<RecordStream> stream = RecordStream.find(http, endpoint, mappingArn);
          if (stream.isPresent()) {
            complaint.isOver("is read again");
            follow(stream.get(), ready);
          } else {
            pause("does not exist, it is read when it does");
          }
        } catch (IOException e) {
          pause("cannot be read, it is tried again: " + endpoint + " does not answer (" + e + ")");
        } catch (ServiceFault e) {
          pause("cannot be read, it is tried again: " + e);
        } catch (RuntimeException | Error e) {
          invocation.surroundings().problems().accept(InternalFault.of(e));
          pause("cannot be read, it is tried again: a fault of Thaw's: " + e);
        }
        isFirstStream = false;
      }
    } catch (InterruptedException e) {
      if (!invocation.isStopped()) {
        throw e;
      }
    } finally {
      boolean wasInterrupted = Thread.interrupted();
      running.awaitAdvance(running.arriveAndDeregister());
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void pause(String reason) throws InterruptedException {
    complaint.is(reason);
    invocation.pause(waits.after(complaint.failures()));
  }

  /** Returns when the stream is not there any more. */
  private void follow(RecordStream stream, Runnable ready)
      throws IOException, ServiceFault, InterruptedException {
    Set<String> begun = new HashSet<>();
    Set<String> initial = new HashSet<>();
    boolean isGone = false;
    for (boolean isFirst = isFirstStream; !isGone && !invocation.isStopped(); isFirst = false) {
      List<RecordStream.Shard> shards = stream.shards();
      if (isFirst) {
        shards.forEach(shard -> initial.add(shard.id()));
      }
      for (RecordStream.Shard shard : shards) {
        boolean isLeftOut = terms.fromNow() && shard.isClosed() && initial.contains(shard.id());
        if (isLeftOut && progress(stream, shard.id()).resume().isEmpty()) {
          progress(stream, shard.id()).close();
        }
        if (!progress(stream, shard.id()).isClosed()
            && isTurn(stream, shard, shards)
            && begun.add(shard.id())) {
          begin(stream, shard.id(), initial.contains(shard.id()));
        }
      }
      if (!isReady) {
        isReady = true;
        ready.run();
      }
      isGone = awaitEnd() || hasFollower(stream);
    }
    readers.values().forEach(ShardReader::leave);
  }

  /** A table that was deleted and made again has another stream. */
  private boolean hasFollower(RecordStream stream)
      throws IOException, ServiceFault, InterruptedException {
    return RecordStream.find(http, endpoint, mappingArn)
        .filter(found -> !found.arn().equals(stream.arn()))
        .isPresent();
  }

  private ShardProgress progress(RecordStream stream, String shard) {
    return progress.computeIfAbsent(stream.arn() + "/" + shard, _ -> new ShardProgress());
  }

  private boolean isTurn(
      RecordStream stream, RecordStream.Shard shard, List<RecordStream.Shard> all) {
    return all.stream().noneMatch(other -> other.id().equals(shard.parent()))
        || progress(stream, shard.parent()).isClosed();
  }

  /** Returns whether a shard has gone in the time until shards are looked for again. */
  private boolean awaitEnd() throws InterruptedException {
    Boolean wasRead = ends.poll(DISCOVERY.toSeconds(), TimeUnit.SECONDS);
    return wasRead != null && !wasRead;
  }

  private void begin(RecordStream stream, String shard, boolean isInitial)
      throws IOException, ServiceFault, InterruptedException {
    ShardProgress shardProgress = progress(stream, shard);
    String iterator = stream.iterator(shard, shardProgress.resume(), terms.fromNow() && isInitial);
    List<ShardQueue> queues = new ArrayList<>();
    Phaser working = new Phaser(1);
    for (int i = 0; i < terms.workers(); i++) {
      ShardQueue queue = new ShardQueue(terms, invocation.clock());
      queues.add(queue);
      ShardWorker worker =
          new ShardWorker(
              queue,
              terms,
              invocation,
              new ShardWorker.Source(mapping, RecordStream.told(mappingArn), shard),
              shardProgress,
              results);
      working.register();
      start(worker::run, working::arriveAndDeregister);
    }
    ShardReader reader =
        new ShardReader(
            stream,
            shard,
            RecordStream.told(mappingArn),
            terms,
            shardProgress,
            queues,
            invocation.clock(),
            invocation.surroundings().problems(),
            complaint(),
            invocation.surroundings().waitScale());
    start(() -> read(reader, iterator, queues, working, shardProgress), () -> {});
  }

  private void read(
      ShardReader reader,
      String iterator,
      List<ShardQueue> queues,
      Phaser working,
      ShardProgress shardProgress)
      throws InterruptedException {
    readers.put(Thread.currentThread(), reader);
    boolean isRead = false;
    try {
      if (invocation.isStopped()) {
        return;
      }
      isRead = reader.run(iterator);
    } finally {
      readers.remove(Thread.currentThread());
      boolean atOnce = invocation.isStopped();
      queues.forEach(queue -> queue.end(atOnce));
    }
    working.awaitAdvance(working.arriveAndDeregister());
    if (!invocation.isStopped()) {
      if (isRead) {
        shardProgress.close();
      }
      ends.offer(isRead, DISCOVERY.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /** Something that runs until it is stopped. */
  private interface Work {
    void run() throws InterruptedException;
  }

  private void start(Work work, Runnable after) {
    running.register();
    workers.execute(() -> {
      try {
        work.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the end
      } catch (RuntimeException | Error e) {
        invocation.surroundings().problems().accept(InternalFault.of(e));
      } finally {
        after.run();
        running.arriveAndDeregister();
      }
    });
  }
}
