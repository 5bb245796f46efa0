package thaw.escape;

/**
 * An instruction.
 *
 * @param bci its offset in the method's bytecode
 */
public record At(MethodName method, int bci) {}
