package thaw.app.training;

import java.nio.file.Path;

/**
 * Chooses where the events that functions serve are kept for a training, and which parts of them
 * are not.
 *
 * @param folder made when it is not there
 */
public record RecordChoice(Path folder, EventRedaction redaction) {}
