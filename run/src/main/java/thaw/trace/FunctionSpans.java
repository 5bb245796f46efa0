package thaw.trace;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The spans that functions sent last, by trace. When there are too many the traces that began first
 * are forgotten. Guarded by the lock of {@link Traces}.
 */
final class FunctionSpans {
  private final int mostSpans;
  private final long mostBytes;
  private final Map<String, Map<String, Received>> byTrace = new LinkedHashMap<>();
  private int spans;
  private long bytes;
  private long forgotten;

  FunctionSpans(int mostSpans, long mostBytes) {
    this.mostSpans = mostSpans;
    this.mostBytes = mostBytes;
  }

  /**
   * Adds a span, in the place of an earlier one with its id: that was sent in progress, or twice.
   */
  void add(Received received) {
    Map<String, Received> trace =
        byTrace.computeIfAbsent(received.span().traceId(), _ -> new LinkedHashMap<>());
    Received before = trace.get(received.span().id());
    if (before != null && received.inProgress() && !before.inProgress()) {
      return; // datagrams overtake each other
    }
    trace.put(received.span().id(), received);
    count(before, -1);
    count(received, 1);
    while (spans > mostSpans || bytes > mostBytes) {
      forgetOldest();
    }
  }

  private void count(@Nullable Received received, int sign) {
    if (received != null) {
      spans += sign;
      bytes += (long) sign * received.bytes();
    }
  }

  /** One trace may be all there is: then its oldest spans go. */
  private void forgetOldest() {
    Iterator<Map<String, Received>> traces = byTrace.values().iterator();
    Map<String, Received> oldest = traces.next();
    Iterator<Received> its = oldest.values().iterator();
    count(its.next(), -1);
    its.remove();
    forgotten++;
    if (oldest.isEmpty()) {
      traces.remove();
    }
  }

  /** Returns the spans of a trace, in the order in which they came. */
  Collection<Received> ofTrace(String traceId) {
    return List.copyOf(byTrace.getOrDefault(traceId, Map.of()).values());
  }

  int size() {
    return spans;
  }

  long bytes() {
    return bytes;
  }

  long forgotten() {
    return forgotten;
  }
}
