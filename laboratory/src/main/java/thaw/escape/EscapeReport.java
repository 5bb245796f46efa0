package thaw.escape;

import java.util.List;
import java.util.OptionalLong;

/**
 * The fate of each allocation in the user's methods.
 *
 * @param jvms versions, each once
 * @param arguments of the JVM
 * @param methods how many of the user's methods were compiled, by themselves or inlined
 * @param sites how many allocating instructions were compiled, by C2 or, where only that runs, C1
 * @param removed of how many of them no object is left
 * @param losses those that stay, what allocates most first
 * @param quiet those that stay in compiled code that was not seen allocating
 * @param uncompiled those in methods that C2 has not compiled, and that were seen allocating
 * @param ownBytes what the losses really allocated; empty where nobody counted
 * @param calledBytes what was allocated inside of methods that the user's called, which is not
 *     looked at
 * @param notes what to know when reading it
 */
public record EscapeReport(
    List<String> jvms,
    String arguments,
    int methods,
    int sites,
    int removed,
    List<Loss> losses,
    List<Loss> quiet,
    List<Loss> uncompiled,
    OptionalLong ownBytes,
    OptionalLong calledBytes,
    List<String> notes) {
  public EscapeReport {
    jvms = List.copyOf(jvms);
    losses = List.copyOf(losses);
    quiet = List.copyOf(quiet);
    uncompiled = List.copyOf(uncompiled);
    notes = List.copyOf(notes);
  }
}
