package thaw.app.packaging;

import java.nio.file.Path;
import java.util.Optional;
import thaw.attribution.TrainingCoverage;

/**
 * A package that was made.
 *
 * @param summary for people
 * @param bytes of what is deployed
 * @param folder that has it
 * @param architecture that it is for, as Lambda names it
 * @param started by which command it starts on this machine; empty where it cannot
 * @param coverage of the archive's training by tests, where there was one
 */
public record PackageResult(
    String summary,
    long bytes,
    Path folder,
    String architecture,
    Optional<String> started,
    Optional<TrainingCoverage> coverage) {}
