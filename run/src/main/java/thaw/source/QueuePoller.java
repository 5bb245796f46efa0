package thaw.source;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import thaw.service.ServiceFault;
import thaw.steady.InternalFault;

/**
 * Polls a queue. One thread receives, as many as the mapping allows have the function process
 * batches. A message is deleted when the function has processed it, and only then; one that it has
 * not processed comes back when its visibility timeout is over.
 */
final class QueuePoller implements Poller {
  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  /** The time before its expiry in which a message is not given to a function any more. */
  private static final Duration VISIBILITY_MARGIN = Duration.ofMillis(500);

  private static final int DELETE_ATTEMPTS = 5;

  private final HttpClient http;
  private final URI endpoint;
  private final String arn;
  private final QueueTerms terms;
  private final BatchInvocation invocation;
  private final QueueBatches batches;
  private final Consumer<Exception> problems;
  private final ExecutorService workers;
  private final Semaphore slots;
  private final Complaint complaint;
  private final Backoff waits;

  /**
   * @param invocation its {@code stop} ends the poller
   * @param workers run batches
   */
  QueuePoller(
      HttpClient http,
      URI endpoint,
      String arn,
      QueueTerms terms,
      BatchInvocation invocation,
      ExecutorService workers) {
    this.http = http;
    this.endpoint = endpoint;
    this.arn = arn;
    this.terms = terms;
    this.invocation = invocation;
    this.batches = new QueueBatches(terms, invocation.clock(), invocation.stop());
    this.problems = invocation.surroundings().problems();
    this.workers = workers;
    this.slots = new Semaphore(terms.concurrency());
    this.complaint = invocation.complaint("queue " + name());
    this.waits = invocation.backoff(FIRST_WAIT, LONGEST_WAIT);
  }

  private String name() {
    return SqsQueue.name(arn);
  }

  /** A long poll is awaited: what it would still receive were hidden in the queue for a while. */
  @Override
  public void stop() {
    invocation.stop().countDown();
  }

  @Override
  public void run(Runnable ready) throws InterruptedException {
    try {
      while (!invocation.isStopped()) {
        if (!invocation.isRunnable(complaint)) {
          continue;
        }
        try {
          SqsQueue queue = SqsQueue.open(http, endpoint, arn);
          complaint.isOver("is polled again");
          ready.run();
          poll(queue);
        } catch (IOException e) {
          pause(
              "cannot be polled, it is tried again: " + endpoint + " does not answer (" + e + ")");
        } catch (ServiceFault e) {
          pause(
              SqsQueue.isMissing(e)
                  ? "does not exist, it is polled when it does"
                  : "cannot be polled, it is tried again: " + e);
        } catch (RuntimeException | Error e) {
          problems.accept(InternalFault.of(e));
          pause("cannot be polled, it is tried again: a fault of Thaw's: " + e);
        }
      }
    } finally {
      awaitBatches();
    }
  }

  private void pause(String reason) throws InterruptedException {
    complaint.is(reason);
    invocation.pause(waits.after(complaint.failures()));
  }

  private void poll(SqsQueue queue) throws IOException, ServiceFault, InterruptedException {
    try {
      while (!invocation.isStopped()) {
        slots.acquire();
        boolean isGiven = false;
        try {
          QueueBatches.Batch batch = batches.next(queue);
          if (invocation.isStopped()) {
            release(queue, batch.messages());
          } else if (!batch.messages().isEmpty()) {
            isGiven = true;
            give(queue, batch);
          }
        } finally {
          if (!isGiven) {
            slots.release();
          }
        }
      }
    } finally {
      release(queue, batches.takeLeft());
    }
  }

  private void give(SqsQueue queue, QueueBatches.Batch batch) {
    try {
      workers.execute(() -> {
        try {
          process(queue, batch);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt(); // the program ends; the messages come back
        } catch (RuntimeException | Error e) { // the messages come back
          problems.accept(InternalFault.of(e));
        } finally {
          slots.release();
        }
      });
    } catch (RejectedExecutionException e) { // the program ends; the messages come back
      slots.release();
    } catch (RuntimeException | Error e) {
      slots.release();
      throw e;
    }
  }

  private void process(SqsQueue queue, QueueBatches.Batch batch) throws InterruptedException {
    List<QueueMessage> messages = batch.messages();
    byte[] payload = BatchPayload.of(messages.stream().map(QueueMessage::record).toList());
    BatchInvocation.Result result =
        invocation.give(
            payload, batch.received().plus(queue.visibilityTimeout()).minus(VISIBILITY_MARGIN));
    List<QueueMessage> done =
        switch (result) {
          case BatchInvocation.Answered answered -> processed(messages, answered);
          case BatchInvocation.NotTaken() -> List.of();
        };
    delete(queue, done);
    if (result instanceof BatchInvocation.NotTaken) {
      release(queue, messages);
    }
  }

  private List<QueueMessage> processed(
      List<QueueMessage> messages, BatchInvocation.Answered answered) {
    if (answered.failed()) {
      return List.of();
    }
    if (!terms.reportsFailures()) {
      return messages;
    }
    BatchFailures failures =
        BatchFailures.of(
            answered.payload(),
            messages.stream().map(QueueMessage::id).collect(Collectors.toSet()));
    return switch (failures) {
      case BatchFailures.None() -> messages;
      case BatchFailures.Whole() -> List.of();
      case BatchFailures.Some some ->
          messages.stream().filter(message -> !some.ids().contains(message.id())).toList();
    };
  }

  /**
   * Deletes messages that were processed. One that cannot be deleted comes back, as a function gets
   * messages at least once.
   */
  private void delete(SqsQueue queue, List<QueueMessage> done) throws InterruptedException {
    for (int attempt = 1; !done.isEmpty(); attempt++) {
      try {
        queue.delete(done);
        return;
      } catch (IOException | ServiceFault e) {
        if (attempt == DELETE_ATTEMPTS || e instanceof ServiceFault) {
          invocation.say(
              "queue %s: %d messages are processed and cannot be deleted, they will come back: %s"
                  .formatted(name(), done.size(), e));
          return;
        }
        TimeUnit.MILLISECONDS.sleep(waits.after(attempt).toMillis());
      }
    }
  }

  /** Makes messages visible again. If that fails, they come back later by themselves. */
  private static void release(SqsQueue queue, List<QueueMessage> messages) {
    boolean wasInterrupted = Thread.interrupted();
    try {
      queue.release(messages);
    } catch (IOException | ServiceFault e) {
      return; // later, when their visibility timeout is over
    } catch (InterruptedException e) {
      wasInterrupted = true;
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void awaitBatches() {
    boolean wasInterrupted = Thread.interrupted();
    slots.acquireUninterruptibly(terms.concurrency());
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
