package thaw.snapshot;

import java.io.IOException;
import thaw.sandbox.kernel.Loopback;

/** A program that takes the loopback interface of its network namespace into service. */
public final class RaisedLoopback {
  private RaisedLoopback() {}

  public static void main(String[] arguments) throws IOException {
    Loopback.raise();
  }
}
