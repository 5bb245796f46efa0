package thaw.lab.command;

import thaw.cli.Laboratory;

/** How the command line comes by {@code thaw lab}: it finds this class by its name in the jar. */
public final class LabProgram implements Laboratory {
  @Override
  public Object command() {
    return new LabCommand();
  }
}
