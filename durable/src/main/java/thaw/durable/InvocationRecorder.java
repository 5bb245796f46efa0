package thaw.durable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.steady.StepLoop;
import thaw.store.Store;

/**
 * Keeps a record of each invocation of an execution, for those who ask where its time went. It
 * never makes an execution wait: a thread of its own writes, several records at a time.
 *
 * <p>Any number of threads may call. The map is guarded by the lock.
 */
public final class InvocationRecorder implements ExecutionObserver, AutoCloseable {
  /** Those whose environment's report has not come; one may never come. */
  private static final int MOST_OPEN = 4_096;

  private static final int MOST_AT_ONCE = 256;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final InvocationRecords records;
  private final Consumer<Exception> problems;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Open> open = new LinkedHashMap<>(); // by request
  private final Map<String, Open> running = new HashMap<>(); // by execution
  private final LinkedBlockingQueue<Write> writes = new LinkedBlockingQueue<>();
  private final Thread writer;

  private static final class Open {
    private final ExecutionStore.Place execution;
    private final long beganNanos;
    private InvocationRecord record;
    private long lastEvent;

    private Open(ExecutionStore.Place execution, long beganNanos, InvocationRecord record) {
      this.execution = execution;
      this.beganNanos = beganNanos;
      this.record = record;
    }
  }

  /**
   * What the writer does next.
   *
   * @param record absent for nothing but to say that all before it is written
   */
  private record Write(
      ExecutionStore.@Nullable Place execution,
      @Nullable InvocationRecord record,
      CompletableFuture<Void> done) {}

  /**
   * @param problems when records could not be kept; the executions go on
   */
  public InvocationRecorder(Store store, Consumer<Exception> problems) {
    this.records = new InvocationRecords(store);
    this.problems = problems;
    StepLoop writing = new StepLoop("records of durable executions", problems);
    this.writer =
        Thread.ofVirtual()
            .name("durable-records")
            .start(() -> writing.run(() -> true, this::write));
  }

  @Override
  public void invoked(
      ExecutionArn arn, String requestId, long millis, int operations, long eventBytes) {
    lock.lock();
    try {
      if (open.size() >= MOST_OPEN) {
        open.remove(open.keySet().iterator().next());
      }
      Open begun =
          new Open(
              ExecutionStore.Place.of(arn),
              System.nanoTime(),
              new InvocationRecord(
                  requestId, millis, operations, eventBytes, List.of(), null, null));
      open.put(requestId, begun);
      running.put(arn.id(), begun);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void checkpointed(ExecutionArn arn, String requestId, int updates, long nanos) {
    called(InvocationRecord.CallKind.CHECKPOINT, requestId, updates, nanos);
  }

  @Override
  public void stateRead(ExecutionArn arn, String requestId, long nanos) {
    called(InvocationRecord.CallKind.STATE, requestId, 0, nanos);
  }

  private void called(InvocationRecord.CallKind kind, String requestId, int updates, long nanos) {
    long now = System.nanoTime();
    lock.lock();
    try {
      Open of = open.get(requestId);
      if (of != null) {
        of.record =
            of.record.with(
                new InvocationRecord.Call(
                    kind, Math.max(0, now - nanos - of.beganNanos), nanos, updates, of.lastEvent));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void happened(ExecutionArn arn, HistoryEvent event) {
    long now = System.nanoTime();
    lock.lock();
    try {
      if (event.type() == EventType.INVOCATION_COMPLETED) {
        Open of = open.get(event.details().path("RequestId").asText());
        if (of != null) {
          of.record = of.record.ended(now - of.beganNanos);
          keep(of);
        }
        running.remove(arn.id());
        return;
      }
      Open of = running.get(arn.id());
      if (of != null) {
        of.lastEvent = event.id();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes what an environment did for a request.
   *
   * @param run with times of {@link System#nanoTime}
   */
  public void ran(String requestId, InvocationRecord.Run run) {
    lock.lock();
    try {
      Open of = open.get(requestId);
      if (of != null) {
        of.record = of.record.with(run.since(of.beganNanos));
        keep(of);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Has a record written that is complete; a part of it is written only when the program ends. */
  private void keep(Open of) {
    if (of.record.endNanos() != null && of.record.run() != null) {
      open.remove(of.record.requestId());
      writes.add(new Write(of.execution, of.record, new CompletableFuture<>()));
    }
  }

  /** Returns what is known of an execution's invocations, the one that runs included. */
  public List<InvocationRecord> of(ExecutionArn arn) {
    List<InvocationRecord> underWay = new ArrayList<>();
    lock.lock();
    try {
      for (Open each : open.values()) {
        if (each.execution.id().equals(arn.id())) {
          underWay.add(each.record);
        }
      }
    } finally {
      lock.unlock();
    }
    flush();
    return InvocationRecords.merged(records.of(arn), underWay);
  }

  private void flush() {
    Write last = new Write(null, null, new CompletableFuture<>());
    writes.add(last);
    try {
      last.done().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      problems.accept(e);
    }
  }

  private void write() throws InterruptedException {
    List<Write> batch = new ArrayList<>(List.of(writes.take()));
    writes.drainTo(batch, MOST_AT_ONCE);
    Map<ExecutionStore.Place, List<InvocationRecord>> byExecution = new LinkedHashMap<>();
    for (Write each : batch) {
      if (each.execution() != null && each.record() != null) {
        byExecution.computeIfAbsent(each.execution(), _ -> new ArrayList<>()).add(each.record());
      }
    }
    try {
      records.put(byExecution);
    } finally {
      batch.forEach(each -> each.done().complete(null));
    }
  }

  /** Writes all that is known. */
  @Override
  public void close() {
    lock.lock();
    try {
      for (Open each : open.values()) {
        if (each.record.endNanos() != null) {
          writes.add(new Write(each.execution, each.record, new CompletableFuture<>()));
        }
      }
      open.clear();
      running.clear();
    } finally {
      lock.unlock();
    }
    flush();
    writer.interrupt();
  }
}
