package thaw.runtime;

import com.amazonaws.services.lambda.crac.Core;

/**
 * A snapshot of this environment: hooks before it, hooks in each environment that is restored from
 * it.
 */
final class SnapshotHooks {
  private static final int EXIT = 64;

  private SnapshotHooks() {}

  static void take(RuntimeApiClient api, FunctionLogger logger) {
    try {
      Core.getGlobalContext().beforeCheckpoint(null);
      api.restoreNext();
    } catch (Exception e) {
      log(logger, e);
      try {
        api.initError(ErrorReport.of(ErrorReport.BEFORE_CHECKPOINT, e));
      } catch (RuntimeApiException untold) {
        log(logger, untold);
      } finally {
        System.exit(EXIT);
      }
    }
    try {
      Core.getGlobalContext().afterRestore(null);
    } catch (Exception e) {
      log(logger, e);
      try {
        api.restoreError(ErrorReport.of(ErrorReport.AFTER_RESTORE, e));
      } catch (RuntimeApiException untold) {
        log(logger, untold);
      } finally {
        System.exit(EXIT);
      }
    }
  }

  private static void log(FunctionLogger logger, Exception e) {
    StackTraces.cut(e);
    logger.error(FunctionFault.of(e, true).text());
  }
}
