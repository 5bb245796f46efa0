package thaw.attribution.warmup;

/**
 * What can be done about slow first requests.
 *
 * @param id short and stable, for programs
 * @param title one line
 * @param evidence figures that were measured
 * @param how what to change
 */
public record WarmRemedy(String id, String title, String evidence, String how) {}
