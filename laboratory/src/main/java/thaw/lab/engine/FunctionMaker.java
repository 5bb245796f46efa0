package thaw.lab.engine;

import thaw.environment.launch.EnvironmentSpec;
import thaw.function.FunctionDefinition;
import thaw.sandbox.jdk.Jdk;

/** Makes what environments of a function start from. */
public interface FunctionMaker {
  /**
   * Makes what environments start from on this JDK, whatever the function's runtime says, with
   * AWS's runtime client.
   */
  EnvironmentSpec make(FunctionDefinition function, Jdk jdk) throws InterruptedException;
}
