package thaw.environment.runtimeapi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
 * <p>Concurrency: any number of threads on both sides. All state is guarded by {@code lock}; under
 * it nothing is written to a runtime, and nobody is told of an answer. The queue of events has the
 * first call of {@code next} and the end of a process only: answers go to those who wait for them.
 */
public final class SharedSession implements RuntimeConversation {
  private final ReentrantLock lock = new ReentrantLock();
  private final RuntimeEventQueue events = new RuntimeEventQueue(lock);
  private final NextCalls calls = new NextCalls(events::failed);
  private final int most;
  private final Deque<NextCalls.Waiting> workers = new ArrayDeque<>();
  private final Map<String, Request> requests = new HashMap<>();
  private final Deque<NextInvocation> pending = new ArrayDeque<>(); // of them
  private RuntimeState state = RuntimeState.STARTING;
  private boolean draining; // guarded by lock

  /** One that the runtime has, or that waits for a worker. Guarded by the session's lock. */
  private static final class Request {
    private final NextInvocation event;
    private final Consumer<RuntimeEvent> answered;
    private boolean streams;
    private boolean expired;
    private int heldUp; // answers that wait for memory of ours

    Request(NextInvocation event, Consumer<RuntimeEvent> answered) {
      this.event = event;
      this.answered = answered;
    }
  }

  /**
   * @param most requests at a time
   */
  public SharedSession(int most) {
    this.most = most;
  }

  @Override
  public RuntimeEventQueue events() {
    return events;
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
  public void respond(
      String requestId, long firstNanos, byte[] body, Consumer<StatusResponse> onStatus) {
    long now = System.nanoTime();
    if (body.length > PayloadLimits.RESPONSE_BYTES) {
      onStatus.accept(
          answer(requestId, "RuntimeResponseSent", new RuntimeEvent.ResponseTooLarge(now)));
      return;
    }
    Request request = null;
    StatusResponse refusal;
    lock.lock();
    try {
      refusal = refusal(requestId, "RuntimeResponseSent");
      if (refusal == null) {
        request = Objects.requireNonNull(requests.remove(requestId));
      }
    } finally {
      lock.unlock();
    }
    if (request == null) {
      onStatus.accept(Objects.requireNonNull(refusal));
    } else if (request.expired) {
      onStatus.accept(StatusResponse.ACCEPTED); // nobody waits for it any more
    } else {
      pass(request, firstNanos, now, body, onStatus);
    }
  }

  private static void pass(
      Request request,
      long firstNanos,
      long nanos,
      byte[] body,
      Consumer<StatusResponse> onStatus) {
    boolean small = body.length <= PayloadLimits.SMALL_BYTES;
    if (small) {
      try {
        request.event.onBody().accept(body);
      } catch (RuntimeException e) {
        // A caller who has gone away does not end the function.
      }
    }
    try {
      onStatus.accept(StatusResponse.ACCEPTED);
    } finally {
      request.answered.accept(new RuntimeEvent.Responded(firstNanos, nanos, body, small));
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
          : request.event.invocation().stream()
              .<StreamStart>map(StreamStart.Live::new)
              .orElseGet(StreamStart.Buffered::new);
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
  public StatusResponse fail(String requestId, @Nullable String type, byte[] body) {
    return answer(
        requestId,
        "RuntimeInvocationErrorResponse",
        new RuntimeEvent.ErrorReported(System.nanoTime(), FunctionError.acceptedType(type), body));
  }

  private StatusResponse answer(String requestId, String target, RuntimeEvent event) {
    Request request;
    lock.lock();
    try {
      StatusResponse refusal = refusal(requestId, target);
      if (refusal != null) {
        return refusal;
      }
      request = Objects.requireNonNull(requests.remove(requestId));
    } finally {
      lock.unlock();
    }
    if (!request.expired) {
      request.answered.accept(event);
    }
    return event instanceof RuntimeEvent.ResponseTooLarge
        ? StatusResponse.TOO_LARGE
        : StatusResponse.ACCEPTED;
  }

  /** Called under the lock. */
  private @Nullable StatusResponse refusal(String requestId, String target) {
    if (state != RuntimeState.RUNNING) {
      return state.refusing(target);
    }
    Request request = requests.get(requestId);
    if (request == null) {
      return StatusResponse.INVALID_REQUEST_ID;
    }
    return request.streams ? RuntimeState.STREAMING.refusing(target) : null;
  }

  @Override
  public StatusResponse failInit(@Nullable String type, byte[] body) {
    lock.lock();
    try {
      if (state != RuntimeState.STARTING) {
        return state.refusing("InitError");
      }
      state = RuntimeState.INIT_FAILED;
      String accepted = FunctionError.acceptedType(type);
      events.add(new RuntimeEvent.InitErrorReported(System.nanoTime(), accepted, body));
      return StatusResponse.ACCEPTED;
    } finally {
      lock.unlock();
    }
  }

  // ---- the platform's side ----

  /**
   * Gives the runtime an event, at once or when a worker is free.
   *
   * @param answered gets the answer, or how the process ended instead, unless the request expires
   *     before; on the thread that brings it
   * @return false when as many requests run as may, or when the process has ended
   */
  public boolean offer(NextInvocation event, Consumer<RuntimeEvent> answered) {
    NextCalls.Waiting worker;
    lock.lock();
    try {
      if (draining || state != RuntimeState.RUNNING || requests.size() >= most) {
        return false;
      }
      requests.put(event.invocation().requestId(), new Request(event, answered));
      worker = freeWorker();
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

  /** Who has waited longest; called under the lock. */
  private NextCalls.@Nullable Waiting freeWorker() {
    NextCalls.Waiting worker = workers.pollFirst();
    while (worker != null && !worker.isAwaited().getAsBoolean()) {
      worker = workers.pollFirst();
    }
    return worker;
  }

  /**
   * A request's time is up.
   *
   * @return false when it was answered before, or its answer waits for memory of ours
   */
  public boolean expire(String requestId) {
    lock.lock();
    try {
      Request request = requests.get(requestId);
      if (request == null || request.expired || request.heldUp > 0) {
        return false;
      }
      request.expired = true;
      if (pending.remove(request.event)) { // no worker has it
        requests.remove(requestId);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** How many requests it has: those that wait, those that run, and those that are late. */
  public int load() {
    lock.lock();
    try {
      return requests.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void exited(int exitCode) {
    RuntimeEvent.Exited exit = new RuntimeEvent.Exited(System.nanoTime(), exitCode);
    List<Request> broken;
    lock.lock();
    try {
      broken = ended();
      events.addExit(exit);
    } finally {
      lock.unlock();
    }
    broken.forEach(request -> request.answered.accept(exit));
  }

  /** All processes are about to be ended, for that reason. */
  public void end(RuntimeEvent why) {
    List<Request> broken;
    lock.lock();
    try {
      broken = ended();
    } finally {
      lock.unlock();
    }
    broken.forEach(request -> request.answered.accept(why));
  }

  /** The requests that wait for an answer; called under the lock. */
  private List<Request> ended() {
    List<Request> waiting = requests.values().stream().filter(request -> !request.expired).toList();
    state = RuntimeState.ENDED;
    requests.clear();
    pending.clear();
    workers.clear();
    return waiting;
  }
}
