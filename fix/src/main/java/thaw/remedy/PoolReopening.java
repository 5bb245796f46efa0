package thaw.remedy;

import java.util.Optional;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.ReopenedPool;

/**
 * A pool whose connections a hook closes before a snapshot. No gain is predicted: what it mends is
 * the first request after a restore, which finds connections that are dead.
 */
public final class PoolReopening {
  private PoolReopening() {}

  /**
   * @param field with a pool of HikariCP, {@code com.example.Handler.DATA}
   * @param build the module's pom; absent for other builds
   */
  public static Optional<Remedy> of(
      JavaSources sources, String field, Optional<ReopenedPool.Build> build) {
    return ReopenedPool.of(sources, field, build)
        .map(proposal ->
            new Remedy(
                "reopen-pool",
                RemedyKind.REVIEWED,
                Optional.empty(),
                "a hook closes the connections of %s before a snapshot: %s:%d"
                    .formatted(field, proposal.file(), proposal.line()),
                new Prediction(0, 0),
                new Change.Sources(proposal.edits())));
  }
}
