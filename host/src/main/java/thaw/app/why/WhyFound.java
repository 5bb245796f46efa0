package thaw.app.why;

import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.attribution.warmup.WarmUp;

/**
 * What a run found.
 *
 * @param warmUp of a function on managed instances
 */
record WhyFound(Explanation explanation, Optional<WarmUp> warmUp) {}
