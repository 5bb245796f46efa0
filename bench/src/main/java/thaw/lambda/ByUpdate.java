package thaw.lambda;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cold starts of {@code $LATEST}: each after a change of one environment variable. */
final class ByUpdate implements OneByOne.Renewal {
  @Override
  public List<String> announcement() {
    return List.of(
        "Before each cold start the environment variable %s of its $LATEST gets another value, so"
                .formatted(Mark.VARIABLE)
            + " that AWS starts a new environment; who else calls $LATEST meets cold starts, too.",
        "In the end, and after Ctrl-C, the variable is taken away; nothing else is changed.");
  }

  @Override
  public String method() {
    return "AWS: each cold start follows a change of one environment variable of $LATEST, and"
        + " counts only when REPORT has an init of its own.";
  }

  @Override
  public String start() {
    return "plain";
  }

  @Override
  public DeployedFunction next(DeployedFunction latest) {
    return latest;
  }

  @Override
  public @Nullable String qualifier(DeployedFunction next) {
    return null;
  }

  @Override
  public void done(DeployedFunction next) {}

  @Override
  public void close() {}
}
