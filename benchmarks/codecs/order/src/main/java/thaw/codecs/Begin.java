package thaw.codecs;

/** Its name in a list of loaded classes is where the measured part begins. */
final class Begin {}
