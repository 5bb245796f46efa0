package thaw.attribution.warmup;

/**
 * A remedy for slow first requests.
 *
 * @param id short and stable, for programs
 * @param title one line
 * @param evidence figures that were measured
 * @param how what to change
 */
public record WarmRemedy(String id, String title, String evidence, String how) {}
