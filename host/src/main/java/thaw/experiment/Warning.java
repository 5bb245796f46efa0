package thaw.experiment;

/**
 * Something that makes the figures less sure.
 *
 * @param message what, in one line
 * @param evidence the observed figures
 * @param remedy what to do about it
 */
public record Warning(String message, String evidence, String remedy) {}
