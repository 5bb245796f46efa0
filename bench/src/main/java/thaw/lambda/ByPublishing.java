package thaw.lambda;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import thaw.problem.UserMistake;

/**
 * Cold starts of new versions: one version for each, published from {@code $LATEST} and deleted
 * afterwards. The only way to have one restore from a snapshot after the other.
 *
 * <p>Lambda publishes nothing where nothing has changed since the last version, so {@code $LATEST}
 * is given a {@link Mark} before each.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/api/API_PublishVersion.html">PublishVersion</a>
 */
final class ByPublishing implements OneByOne.Renewal {
  /** Taking a snapshot takes minutes on AWS. */
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private final LambdaCalls calls;
  private final DeployedFunction function;

  /** Published by us and not deleted yet. */
  private final Set<String> versions = new ConcurrentSkipListSet<>();

  ByPublishing(LambdaCalls calls, DeployedFunction function) {
    this.calls = calls;
    this.function = function;
  }

  @Override
  public List<String> announcement() {
    return List.of(
        "For each cold start the environment variable %s of its $LATEST gets another value, and a"
                .formatted(Mark.VARIABLE)
            + " version is published, invoked once and deleted; who else calls $LATEST meets cold"
            + " starts, too.",
        "In the end, and after Ctrl-C, the variable is taken away; no alias and no other version is"
            + " changed."
            + (function.snapStart() ? " AWS charges for each snapshot and each restore." : ""));
  }

  @Override
  public String method() {
    return "AWS: each cold start is the first invocation of a version that was published for it,"
        + " and counts only when REPORT has an init or a restore of its own.";
  }

  @Override
  public String start() {
    return function.snapStart() ? "restored" : "plain";
  }

  @Override
  public DeployedFunction next(DeployedFunction latest) throws InterruptedException {
    String description =
        "thaw bench, deleted when measured: " + latest.variables().get(Mark.VARIABLE);
    LambdaCalls.Published published = calls.publish(description, latest.revision());
    if (!published.description().equals(description)) {
      // Not ours: where nothing had changed AWS gives the last version, and that must stay.
      throw new UserMistake(
          "no new version of %s was published: AWS gave version %s"
              .formatted(function.name(), published.number()),
          "measure again when nobody else publishes versions of it");
    }
    versions.add(published.number());
    DeployedFunction version = calls.awaitReady(published.number(), PATIENCE);
    if (version.state().equals("Failed")) {
      throw new UserMistake(
          "version %s could not be prepared: %s".formatted(published.number(), version.reason()),
          "look at the function's log: its init phase, or a hook before the snapshot, has failed");
    }
    return version;
  }

  @Override
  public String qualifier(DeployedFunction next) {
    return next.version();
  }

  @Override
  public void done(DeployedFunction next) throws InterruptedException {
    delete(next.version());
  }

  private void delete(String version) throws InterruptedException {
    calls.delete(version);
    versions.remove(version);
  }

  @Override
  public void close() {
    UserMistake left = null;
    boolean interrupted = Thread.interrupted();
    for (String version : versions) {
      try {
        delete(version);
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (UserMistake e) {
        left =
            new UserMistake(
                "version %s of %s is left: %s".formatted(version, function.name(), e.getMessage()),
                "delete it: aws lambda delete-function --function-name %s --qualifier %s"
                    .formatted(function.name(), version));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (left != null) {
      throw left;
    }
  }
}
