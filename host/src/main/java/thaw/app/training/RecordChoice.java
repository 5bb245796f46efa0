package thaw.app.training;

import java.nio.file.Path;

/**
 * Where the events that functions serve are kept for a training, and what of them is not.
 *
 * @param folder made when it is not there
 */
public record RecordChoice(Path folder, EventRedaction redaction) {}
