package thaw.environment;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import thaw.sandbox.Instance;
import thaw.sandbox.IsolatedSandbox;
import thaw.snapshot.CriuCommand;

/**
 * Keeps what a CRIU has found out about the running kernel. CRIU keeps that in a file of {@code
 * /run}, of which each isolated sandbox has its own; without the file each restore would find it
 * out anew, which takes longer than all else of it (docs/decisions/0010-parked-criu.md).
 *
 * <p>Kept for as long as the instance lives: the machine cannot start anew meanwhile.
 *
 * @param known the facts that a command found out, by command, as one with more privileges finds
 *     more
 */
record KernelFacts(Map<CriuCommand, byte[]> known) {
  private static final Path FILE = Path.of("/run/criu.kdat");

  static KernelFacts of(Instance instance) {
    return instance.keeping(KernelFacts.class, () -> new KernelFacts(new ConcurrentHashMap<>()));
  }

  /** Gives the sandbox the known facts, before CRIU works in it. */
  void give(CriuCommand criu, IsolatedSandbox sandbox) {
    byte[] facts = known.get(criu);
    if (facts != null) {
      sandbox.files().write(FILE, facts);
    }
  }

  /** Takes the facts that CRIU has found out, after it has worked in the sandbox. */
  void take(CriuCommand criu, IsolatedSandbox sandbox) {
    if (!known.containsKey(criu)) {
      sandbox.files().read(FILE).ifPresent(found -> known.putIfAbsent(criu, found));
    }
  }
}
