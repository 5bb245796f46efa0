package thaw.runtimeapi.log;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A hang of a library that others have met, too: {@code docs/snapstart-failures.md}. */
enum KnownHang {
  /**
   * Its afterRestore meets a thread at a barrier that its beforeCheckpoint has started. A resource
   * that is registered while the hooks run never had that call. <a
   * href="https://github.com/spring-cloud/spring-cloud-function/issues/1450">Reported</a>.
   */
  SPRING_CONTEXT_MADE_BY_A_HOOK(
      List.of(
          "java.util.concurrent.CyclicBarrier.await(",
          "org.springframework.context.support.DefaultLifecycleProcessor$CracResourceAdapter.afterRestore("),
      "make no application context in a beforeCheckpoint hook, as new FunctionInvoker does: Spring"
          + " waits after the restore for a thread that only a context from before the hooks has;"
          + " call the beans of the context that is there"),

  /**
   * It has another thread make the context. Spring registers that as a resource of org.crac, for
   * which the runtime client's context must be free; the hooks hold it until they have ended.
   */
  SERVERLESS_CONTEXT_MADE_BY_A_HOOK(
      List.of(
          "org.springframework.cloud.function.serverless.web.ServerlessMVC.waitForContext(",
          ".beforeCheckpoint("),
      "make no SpringDelegatingLambdaContainerHandler in a beforeCheckpoint hook: the context that"
          + " it waits for registers a resource, which waits for the hooks; make it in a static"
          + " initialiser, and only use it in the hook");

  private final List<String> marks;
  private final String remedy;

  KnownHang(List<String> marks, String remedy) {
    this.marks = marks;
    this.remedy = remedy;
  }

  String remedy() {
    return remedy;
  }

  /**
   * @param frames of a stack trace, with or without modules
   */
  static Optional<KnownHang> of(List<String> frames) {
    return Stream.of(values())
        .filter(known ->
            known.marks.stream()
                .allMatch(mark -> frames.stream().anyMatch(frame -> frame.contains(mark))))
        .findFirst();
  }
}
