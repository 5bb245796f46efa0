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
final class Burst {
  private static final long DEADLINE_MILLIS = 60_000;

  private final Plan plan;
  private final int round;
  private final LambdaRequestHandler handler;
  private final FreshLoader loader;
  private final List<Answer> answers = Collections.synchronizedList(new ArrayList<>());

  Burst(Plan plan, int round) throws IOException {
    this.plan = plan;
    this.round = round;
    this.loader = new FreshLoader(plan.classPath(), Burst.class.getClassLoader());
    Shared.begin(plan.threads + 1);
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

  /** One request after the other, beginning with this event. */
  List<Answer> serial(int first) {
    int count = plan.events.size();
    for (int i = 0; i < 2 * count; i++) {
      answers.add(answer((first + i) % count));
    }
    return answers;
  }

  /** All threads at a time. */
  List<Answer> together() {
    CyclicBarrier start = new CyclicBarrier(plan.threads);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < plan.threads; i++) {
      int number = i;
      Thread thread = new Thread(() -> serve(number, start), "request-" + i);
      thread.setContextClassLoader(loader);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    long deadline = System.nanoTime() + DEADLINE_MILLIS * 1_000_000;
    try {
      for (Thread thread : threads) {
        thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        if (thread.isAlive()) {
          // It would go on in the next round, whose threads have the same numbers.
          throw new IllegalStateException(
              "requests did not end within "
                  + DEADLINE_MILLIS / 1_000
                  + " s: they wait for each other, or are slow");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (answers) {
      return new ArrayList<>(answers);
    }
  }

  private void serve(int number, CyclicBarrier start) {
    Shared.enter(new RequestThread(number, plan.seed * 31 + round * 1_000L + number));
    try {
      start.await();
      for (int i = 0; i < plan.requests; i++) {
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
