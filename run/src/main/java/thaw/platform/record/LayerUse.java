package thaw.platform.record;

/**
 * A layer version as a function uses it. Its content stays, whether or not the version is deleted.
 *
 * @param arn with the version
 */
public record LayerUse(String arn, PackagedCode code) {}
