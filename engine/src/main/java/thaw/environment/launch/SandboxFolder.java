package thaw.environment.launch;

import java.nio.file.Path;

/** The same folder, as a function's processes see it and as the host does. */
public record SandboxFolder(Path inBox, Path onHost) {}
