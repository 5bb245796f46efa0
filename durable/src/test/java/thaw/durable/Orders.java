package thaw.durable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Many executions with steps, waits, a function that they call and callbacks, in a program that can
 * be killed: {@code FOLDER COUNT}. What it did is gone on with by the next one.
 */
final class Orders implements AutoCloseable {
  private static final int HOUR = 3600;

  private final Scripted scripted;
  private final int count;

  Orders(Optional<Path> folder, int count) {
    this.scripted = new Scripted(folder, Duration.ofSeconds(60), Orders::register);
    this.count = count;
  }

  private static void register(Scripted functions) {
    functions.durable(
        "parcel",
        session -> session.waited("truck", HOUR) ? Scripted.succeeded("sent") : Scripted.pending());
    functions.durable(
        "order",
        session -> {
          session.step("charge", "paid");
          if (!session.waited("grace", HOUR)) {
            return Scripted.pending();
          }
          session.step("pack", "packed");
          if (session.status("approval").isEmpty()) {
            session.checkpoint(Updates.callback("approval", 0, 0));
          }
          if (!session.status("approval").equals("SUCCEEDED")) {
            return Scripted.pending();
          }
          if (session.status("send").isEmpty()) {
            session.checkpoint(Updates.call("send", "parcel", "1"));
          }
          if (!session.status("send").equals("SUCCEEDED")) {
            return Scripted.pending();
          }
          session.step("thank", "thanked");
          return Scripted.succeeded(
              session.operation("charge").at("/StepDetails/Result").asText()
                  + session.operation("approval").at("/CallbackDetails/Result").asText());
        });
  }

  /** Starts those that were not started, and sends callbacks until all have ended. */
  List<ExecutionArn> run() throws InterruptedException {
    DurableExecutions executions = scripted.executions();
    List<ExecutionArn> arns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      arns.add(executions.start(scripted.request("order", "order-" + i, "" + i)).arn());
    }
    List<ExecutionArn> open = new ArrayList<>(arns);
    while (!open.isEmpty()) {
      open.removeIf(arn -> executions.head(arn).status().hasEnded());
      for (ExecutionArn arn : open) {
        if (executions.head(arn).suspended()) {
          scripted.kept().operations(arn).stream()
              .filter(each -> each.type() == OperationType.CALLBACK && each.isAwaited())
              .forEach(each -> executions.succeedCallback(each.callbackId(), "!"));
        }
      }
      Thread.sleep(1);
    }
    return arns;
  }

  Scripted scripted() {
    return scripted;
  }

  @Override
  public void close() {
    scripted.close();
  }

  public static void main(String[] arguments) throws InterruptedException {
    try (Orders orders =
        new Orders(Optional.of(Path.of(arguments[0])), Integer.parseInt(arguments[1]))) {
      System.out.println("ready");
      orders.run();
      System.out.println("done");
    }
  }
}
