package thaw.lab;

import thaw.cli.SeparateCommand;

/**
 * The entry point of {@code thaw lab}; the command line finds this class by its name in the jar.
 */
public final class LabProgram implements SeparateCommand {
  @Override
  public String name() {
    return LAB;
  }

  @Override
  public Object command() {
    return new LabCommand();
  }
}
