package thaw.function;

import java.nio.file.Path;

/**
 * A function's code, exploded and ready to be the task root.
 *
 * @param root the exploded folder, read-only by convention, shared by all environments
 * @param codeSha256 base64 of the SHA-256 of the archive, as Lambda's {@code CodeSha256} shows it
 * @param codeSizeBytes size of the archive
 */
public record DeploymentPackage(Path root, String codeSha256, long codeSizeBytes) {}
