package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** Atomic counters, and a lock of java.util.concurrent. */
public class AtomicCounter implements RequestHandler<Map<String, String>, String> {
  private final AtomicLong count = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private long sum;

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    count.incrementAndGet();
    lock.lock();
    try {
      sum += event.get("user").length();
    } finally {
      lock.unlock();
    }
    return "counted";
  }
}
