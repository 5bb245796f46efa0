package thaw.environment.restore;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import thaw.sandbox.IsolatedSandbox;
import thaw.snapshot.CriuCommand;

/**
 * Keeps what a CRIU has found out about the running kernel. CRIU keeps that in a file of {@code
 * /run}, of which each isolated sandbox has its own; without the file each restore would find it
 * out anew, which takes longer than all else of it (docs/decisions/0010-parked-criu.md).
 *
 * <p>Kept for as long as this program runs: the machine cannot start anew meanwhile.
 */
public final class KernelFacts {
  private static final Path FILE = Path.of("/run/criu.kdat");

  /** The facts that a command found out, by command, as one with more privileges finds more. */
  private static final Map<CriuCommand, byte[]> KNOWN = new ConcurrentHashMap<>();

  private KernelFacts() {}

  /** Gives the sandbox the known facts, before CRIU works in it. */
  public static void give(CriuCommand criu, IsolatedSandbox sandbox) {
    byte[] known = KNOWN.get(criu);
    if (known != null) {
      sandbox.files().write(FILE, known);
    }
  }

  /** Takes the facts that CRIU has found out, after it has worked in the sandbox. */
  public static void take(CriuCommand criu, IsolatedSandbox sandbox) {
    if (!KNOWN.containsKey(criu)) {
      sandbox.files().read(FILE).ifPresent(found -> KNOWN.putIfAbsent(criu, found));
    }
  }
}
