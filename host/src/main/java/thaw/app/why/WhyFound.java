package thaw.app.why;

import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.attribution.warmup.WarmUp;

/**
 * The findings of a run.
 *
 * @param warmUp of a function on managed instances
 */
record WhyFound(Explanation explanation, Optional<WarmUp> warmUp) {}
