package thaw.experiment;

/**
 * Why a function has answered an error to its first event.
 *
 * @param status of that answer
 * @param words of its log or of its response's body
 */
public record ErrorReason(int status, String words) {}
