package thaw.cli;

import picocli.CommandLine.Command;

/** Stands for {@code thaw lab} where its jars are not on the class path. */
@Command(name = SeparateCommand.LAB, description = SeparateCommand.LAB_DESCRIPTION)
final class NoLaboratory extends MissingJars {
  NoLaboratory() {
    super(SeparateCommand.LAB, "laboratory");
  }
}
