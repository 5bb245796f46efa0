package thaw.runtimeapi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.steady.InternalFault;

/**
 * The conversation of a runtime process that serves many requests at a time: its workers ask for
 * events and answer them, in any order and over any connection.
 *
 * <pre>
 *              next
 *   Starting --------> Serving ---- exit ----> Ended
 *      |                  each request: waits for a worker -> runs -> answered
 *      |                                                        \-> expired -> answered, too late
 *      +-- init/error --> InitFailed
 * </pre>
 *
 * <p>A request whose time is up is over for its caller only: the worker goes on with it, and counts
 * as busy until it answers.
 *
 * <p>Concurrency: any number of threads on both sides. The queue of events has the first call of
 * {@code next} and the end of a process only: answers go to those who wait for them.
 */
public final class SharedSession extends RuntimeConversation {
  private final int most;
  private final Deque<NextCalls.Waiting> workers = new ArrayDeque<>();
  private final Map<String, Request> requests = new LinkedHashMap<>(); // the oldest first
  private final Deque<NextInvocation> pending = new ArrayDeque<>(); // of them
  private boolean draining; // guarded by lock

  /**
   * One that has brought a request and is told of it on whichever thread knows. It must not block.
   * After {@link #taken} one of the others is called, once.
   */
  public interface Bringer {
    /** The request is taken, and the runtime is about to have it. */
    void taken();

    /** The answer, or how the process ended instead. */
    void answered(RuntimeEvent event);

    /** There was no answer in time. */
    void timeIsUp();

    /** A fault of ours has ended the conversation. */
    void failed(RuntimeException fault);
  }

  /** One that the runtime has, or that waits for a worker. Guarded by the session's lock. */
  private static final class Request implements Answering {
    private final NextInvocation event;
    private final long deadlineNanos;
    private final Bringer bringer;
    private boolean streams;
    private boolean expired;
    private int heldUp; // answers that wait for memory of ours

    Request(NextInvocation event, long deadlineNanos, Bringer bringer) {
      this.event = event;
      this.deadlineNanos = deadlineNanos;
      this.bringer = bringer;
    }

    @Override
    public void body(byte[] body) {
      if (!expired) { // else nobody waits for it any more
        event.onBody().accept(body);
      }
    }

    @Override
    public void note(RuntimeEvent answer) {
      // Who is told of it needs no look at it before.
    }

    @Override
    public void tell(RuntimeEvent answer) {
      if (!expired) {
        bringer.answered(answer);
      }
    }
  }

  /**
   * @param most requests at a time
   */
  public SharedSession(int most) {
    this.most = most;
  }

  @Override
  public @Nullable StatusResponse next(Consumer<NextInvocation> reply, BooleanSupplier isAwaited) {
    NextCalls.Waiting worker = new NextCalls.Waiting(reply, isAwaited);
    @Nullable NextInvocation event = null;
    lock.lock();
    try {
      switch (state) {
        case STARTING -> {
          state = RuntimeState.RUNNING;
          workers.addLast(worker);
          events.add(new RuntimeEvent.NextCalled(System.nanoTime()));
        }
        case RUNNING -> {
          event = pending.pollFirst();
          if (event == null) {
            forgetGone();
            workers.addLast(worker);
          }
        }
        case IDLE, STREAMING, ANSWERED, INIT_FAILED, ENDED -> {
          return state.refusing("RuntimeReady");
        }
      }
    } finally {
      lock.unlock();
    }
    if (event != null) {
      calls.write(List.of(worker), event);
    }
    return null;
  }

  /** A runtime may give up its calls and ask again, for ever. */
  private void forgetGone() {
    if (workers.size() >= most) {
      workers.removeIf(each -> !each.isAwaited().getAsBoolean());
    }
  }

  @Override
  public void makeRoom(String requestId, long bytes) throws InterruptedException {
    Request request;
    lock.lock();
    try {
      request = requests.get(requestId);
      if (request == null) {
        return; // it will be refused
      }
      request.heldUp++;
    } finally {
      lock.unlock();
    }
    try {
      request.event.invocation().room().make(bytes);
    } finally {
      lock.lock();
      try {
        request.heldUp--;
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public StreamStart beginStream(String requestId) {
    lock.lock();
    try {
      StatusResponse refusal = refusal(requestId, "RuntimeResponding");
      if (refusal != null) {
        return new StreamStart.Refused(refusal);
      }
      Request request = Objects.requireNonNull(requests.get(requestId));
      request.streams = true;
      return request.expired
          ? new StreamStart.Buffered()
          : StreamStart.of(request.event.invocation());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public StatusResponse endStream(String requestId, RuntimeEvent end) {
    lock.lock();
    try {
      Request request = requests.get(requestId);
      if (request != null) {
        request.streams = false;
      }
    } finally {
      lock.unlock();
    }
    return answer(requestId, "RuntimeResponseSent", end);
  }

  @Override
  Request take(String requestId) {
    return Objects.requireNonNull(requests.remove(requestId));
  }

  @Override
  @Nullable StatusResponse refusal(String requestId, String target) {
    if (state != RuntimeState.RUNNING) {
      return state.refusing(target);
    }
    Request request = requests.get(requestId);
    if (request == null) {
      return StatusResponse.INVALID_REQUEST_ID;
    }
    return request.streams ? RuntimeState.STREAMING.refusing(target) : null;
  }

  // ---- the platform's side ----

  /**
   * Gives the runtime an event, at once or when a worker is free.
   *
   * @param deadlineNanos when its time is up; not before that of any request before
   * @return false when as many requests run as may, or when the process has ended: then its bringer
   *     hears nothing
   */
  public boolean offer(NextInvocation event, long deadlineNanos, Bringer bringer) {
    NextCalls.Waiting worker;
    lock.lock();
    try {
      if (draining || events.isOver() || state != RuntimeState.RUNNING || requests.size() >= most) {
        return false;
      }
      String id = event.invocation().requestId();
      requests.put(id, new Request(event, deadlineNanos, bringer));
      worker = freeWorker();
      bringer.taken(); // before anybody can tell it of an answer
      if (worker == null) {
        pending.addLast(event);
      }
    } finally {
      lock.unlock();
    }
    if (worker != null) {
      calls.write(List.of(worker), event);
    }
    return true;
  }

  /** It takes no more requests; those that it has come to their end. */
  public void drain() {
    lock.lock();
    try {
      draining = true;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the worker that has waited longest; called under the lock. */
  private NextCalls.@Nullable Waiting freeWorker() {
    NextCalls.Waiting worker = workers.pollFirst();
    while (worker != null && !worker.isAwaited().getAsBoolean()) {
      worker = workers.pollFirst();
    }
    return worker;
  }

  /**
   * Ends the requests whose time is up by then, but for those whose answer waits for memory of
   * ours.
   *
   * @return how long after that the next one's is, at most that long
   */
  public long expire(long nowNanos, long mostNanos) {
    List<Request> late = new ArrayList<>();
    long next = mostNanos;
    lock.lock();
    try {
      Iterator<Request> oldest = requests.values().iterator();
      while (oldest.hasNext()) {
        Request request = oldest.next();
        long left = request.deadlineNanos - nowNanos;
        if (left > 0) {
          next = Math.min(next, left);
          break;
        }
        if (request.heldUp == 0 && !request.expired) {
          request.expired = true;
          late.add(request);
          if (pending.remove(request.event)) { // no worker has it
            oldest.remove();
          }
        }
      }
    } finally {
      lock.unlock();
    }
    tellAll(late, Bringer::timeIsUp);
    return next;
  }

  /**
   * Returns the number of requests that it has: those that wait, those that run, and those that are
   * late.
   */
  public int load() {
    lock.lock();
    try {
      return requests.size();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of requests that somebody waits for: all but those that are late. */
  public int awaited() {
    lock.lock();
    try {
      return (int) requests.values().stream().filter(request -> !request.expired).count();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Notes that the process has ended. Who brings requests is told by {@link #end}: this thread has
   * other processes to watch.
   */
  @Override
  public void exited(RuntimeExit exit) {
    lock.lock();
    try {
      state = RuntimeState.ENDED;
      events.addExit(new RuntimeEvent.Exited(System.nanoTime(), exit));
    } finally {
      lock.unlock();
    }
  }

  /** All processes have ended or are about to be ended, for that reason. */
  public void end(RuntimeEvent why) {
    tellAll(broken(), bringer -> bringer.answered(why));
  }

  /** A fault of ours: nobody can tell what the runtime does. */
  public void fail(RuntimeException fault) {
    tellAll(broken(), bringer -> bringer.failed(fault));
  }

  /** Whatever becomes of one, the others are told. */
  private static void tellAll(List<Request> requests, Consumer<Bringer> news) {
    @Nullable RuntimeException first = null;
    for (Request request : requests) {
      try {
        news.accept(request.bringer);
      } catch (RuntimeException | Error e) {
        first = first == null ? InternalFault.of(e) : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** The requests that wait for an answer. */
  private List<Request> broken() {
    lock.lock();
    try {
      List<Request> waiting =
          requests.values().stream().filter(request -> !request.expired).toList();
      state = RuntimeState.ENDED;
      requests.clear();
      pending.clear();
      workers.clear();
      return waiting;
    } finally {
      lock.unlock();
    }
  }
}
