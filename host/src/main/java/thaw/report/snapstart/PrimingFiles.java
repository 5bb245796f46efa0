package thaw.report.snapstart;

import java.nio.file.Path;
import thaw.presentation.text.AtomicFile;
import thaw.remedy.priming.GeneratedPriming;
import thaw.remedy.priming.PrimingSource;
import thaw.remedy.priming.UsedPriming;

/** A generated priming on disk: a source file for the function, and the steps that it reads. */
public final class PrimingFiles {
  private PrimingFiles() {}

  /** Replaces both files. */
  public static SnapStartDetails.Written write(UsedPriming used, Path folder) {
    GeneratedPriming priming = used.priming();
    AtomicFile.write(folder.resolve(PrimingSource.NAME + ".java"), PrimingSource.of(priming));
    AtomicFile.write(folder.resolve(PrimingSource.STEPS), priming.steps());
    return new SnapStartDetails.Written(used, folder);
  }
}
