package thaw.trace;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import thaw.steady.StepLoop;

/**
 * Makes OTLP's messages of what has come to its end and gives them to a {@link BatchSender}, on a
 * thread of its own: a request waits for none of it.
 */
final class OtlpExporter implements AutoCloseable {
  /** The most items that wait for the thread: ids and small lists. */
  private static final int MOST = 10_000;

  private static final long LOOK_MILLIS = 50;
  private static final long PATIENCE_MILLIS = 1_000;

  private final Traces traces;
  private final BatchSender to;
  private final BlockingQueue<Runnable> steps = new ArrayBlockingQueue<>(MOST);
  private final Thread worker = Thread.ofVirtual().name("traces").unstarted(this::run);
  private volatile boolean closing;

  private OtlpExporter(Traces traces, BatchSender to) {
    this.traces = traces;
    this.to = to;
  }

  static OtlpExporter start(Traces traces, BatchSender to) {
    OtlpExporter exporter = new OtlpExporter(traces, to);
    exporter.worker.start();
    return exporter;
  }

  /** Returns at once. */
  void requestEnded(String requestId) {
    later(() -> {
      List<Span> spans = traces.newOfPlatform(requestId);
      if (!spans.isEmpty()) {
        to.add(OtlpMessages.of(function(spans.getFirst()), spans));
      }
    });
  }

  private static String function(Span root) {
    return root.attributes().getOrDefault("faas.name", "function");
  }

  /** Returns at once. */
  void came(List<Received> xray) {
    List<Span> ended =
        xray.stream().filter(each -> !each.inProgress()).map(Received::span).toList();
    if (!ended.isEmpty()) {
      String traceId = ended.getFirst().traceId();
      later(() -> to.add(OtlpMessages.of(traces.functionOf(traceId).orElse("function"), ended)));
    }
  }

  /** Takes spans that came from a function, unchanged. */
  void came(ExportTraceServiceRequest request) {
    request.getResourceSpansList().forEach(to::add);
  }

  private void later(Runnable step) {
    if (!steps.offer(step)) {
      to.drop();
    }
  }

  private void run() {
    new StepLoop("traces")
        .run(
            () -> !closing || !steps.isEmpty(),
            () -> {
              Runnable step = steps.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
              if (step != null) {
                step.run();
              }
            });
  }

  @Override
  public void close() {
    closing = true;
    try {
      worker.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      worker.interrupt();
      to.close();
    }
  }
}
