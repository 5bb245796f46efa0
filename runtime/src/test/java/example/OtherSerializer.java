package example;

/** One too many. */
public final class OtherSerializer extends OwnSerializer {}
