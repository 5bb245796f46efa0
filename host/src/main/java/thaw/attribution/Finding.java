package thaw.attribution;

/**
 * What would make the cold start shorter.
 *
 * @param id stable, such as {@code client-built-in-handler}
 * @param title one line
 * @param evidence what was measured, with figures
 * @param place class, method and line where bytecode has it; empty where no place is to blame
 * @param lowMillis the least gain that is predicted, in milliseconds of the cold start
 * @param highMillis the most
 * @param remedy what to do
 */
public record Finding(
    String id,
    String title,
    String evidence,
    String place,
    double lowMillis,
    double highMillis,
    String remedy) {}
