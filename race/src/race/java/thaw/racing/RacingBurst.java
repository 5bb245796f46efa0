package thaw.racing;

import com.amazonaws.services.lambda.runtime.api.client.EventHandlerLoader;
import com.amazonaws.services.lambda.runtime.api.client.HandlerInfo;
import com.amazonaws.services.lambda.runtime.api.client.LambdaRequestHandler;
import com.amazonaws.services.lambda.runtime.api.client.runtimeapi.dto.InvocationRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

/** One handler object, made of classes that are loaded anew, and the requests that it gets. */
final class RacingBurst {
  private static final long DEADLINE_MILLIS = 60_000;

  private final RacingPlan plan;
  private final int round;
  private final LambdaRequestHandler handler;
  private final FreshLoader loader;
  private final List<Answer> answers = Collections.synchronizedList(new ArrayList<>());

  RacingBurst(RacingPlan plan, int round) throws IOException {
    this.plan = plan;
    this.round = round;
    this.loader = new FreshLoader(plan.classPath(), RacingBurst.class.getClassLoader());
    Shared.begin(plan.threads + 1, plan.dependences);
    Thread.currentThread().setContextClassLoader(loader);
    Shared.enter(new RequestThread(plan.threads, plan.seed));
    try {
      handler = EventHandlerLoader.loadEventHandler(HandlerInfo.fromString(plan.handler, loader));
    } catch (ClassNotFoundException | HandlerInfo.InvalidHandlerException e) {
      throw new IOException("could not load " + plan.handler, e);
    } finally {
      Shared.leave();
    }
  }

  /**
   * One request after the other, beginning with this event. Each has a thread of its own, which
   * keeps nothing of another request.
   */
  List<Answer> serial(int first) {
    int count = plan.events.size();
    for (int i = 0; i < 2 * count; i++) {
      int event = (first + i) % count;
      Thread thread = thread("serial-" + i, () -> answers.add(answer(event)));
      thread.start();
      join(thread, System.nanoTime() + DEADLINE_MILLIS * 1_000_000);
    }
    return answers;
  }

  /** All threads at a time. */
  List<Answer> together() {
    CyclicBarrier start = new CyclicBarrier(plan.threads);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < plan.threads; i++) {
      int number = i;
      Thread thread = thread("request-" + i, () -> serve(number, start));
      threads.add(thread);
      thread.start();
    }
    long deadline = System.nanoTime() + DEADLINE_MILLIS * 1_000_000;
    for (Thread thread : threads) {
      join(thread, deadline);
    }
    synchronized (answers) {
      return new ArrayList<>(answers);
    }
  }

  private Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setContextClassLoader(loader);
    thread.setDaemon(true);
    return thread;
  }

  private static void join(Thread thread, long deadlineNanos) {
    try {
      thread.join(Math.max(1, (deadlineNanos - System.nanoTime()) / 1_000_000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      // It would go on in the next round, whose threads have the same numbers.
      throw new IllegalStateException(
          "requests did not end within "
              + DEADLINE_MILLIS / 1_000
              + " s: they wait for each other, or are slow");
    }
  }

  private void serve(int number, CyclicBarrier start) {
    RequestThread self = new RequestThread(number, plan.seed * 31 + round * 1_000L + number);
    Shared.enter(self);
    try {
      start.await();
      for (int i = 0; i < plan.requests; i++) {
        self.beginRequest();
        answers.add(answer((number + i) % plan.events.size()));
      }
    } catch (InterruptedException | java.util.concurrent.BrokenBarrierException e) {
      Thread.currentThread().interrupt();
    } finally {
      Shared.leave();
    }
  }

  private Answer answer(int event) {
    InvocationRequest request = new InvocationRequest();
    request.setId("00000000-0000-0000-0000-000000000000");
    request.setInvokedFunctionArn("arn:aws:lambda:us-east-1:123456789012:function:race");
    request.setDeadlineTimeInMs(System.currentTimeMillis() + DEADLINE_MILLIS);
    request.setContent(plan.events.get(event));
    try {
      return new Answer(event, handler.call(request).toString(StandardCharsets.UTF_8));
    } catch (Throwable e) {
      return new Answer(event, "throws " + e);
    }
  }
}
