package thaw.pool;

import java.time.Duration;
import thaw.environment.Environment;

/** What an environment does between the response to one request and the next request. */
public final class AfterResponse implements Pool.Conclusion<Environment> {
  @Override
  public void conclude(Environment environment) throws InterruptedException {
    environment.conclude();
  }

  @Override
  public void whenReady(Environment environment, Runnable step) {
    environment.whenReady(step);
  }

  @Override
  public Duration patience(Environment environment) {
    return environment.conclusionPatience();
  }

  @Override
  public void rest(Environment environment) {
    environment.rest();
  }
}
