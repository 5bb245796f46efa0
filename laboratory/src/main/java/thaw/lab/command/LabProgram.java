package thaw.lab.command;

import thaw.cli.Laboratory;

/**
 * The entry point of {@code thaw lab}; the command line finds this class by its name in the jar.
 */
public final class LabProgram implements Laboratory {
  @Override
  public Object command() {
    return new LabCommand();
  }
}
