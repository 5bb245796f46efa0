package thaw.app.why;

import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.attribution.warmup.WarmUp;

/**
 * The findings of a run.
 *
 * @param warmUp of a function on managed instances
 * @param isArchived whether its processes came from an archive of the function's own classes
 * @param isUnprimed whether they came from a snapshot that no call came before
 */
record WhyFound(
    Explanation explanation, Optional<WarmUp> warmUp, boolean isArchived, boolean isUnprimed) {}
