package thaw.snapstart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.packaging.Sha256;
import thaw.sandbox.Bind;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.MachineKind;

/**
 * Tells when reuse of a snapshot is sound: everything is the same that the process has read before
 * it was dumped, that it keeps open, or that its machine code was made for.
 */
final class SnapshotKey {
  /** The number to be raised when what is in a snapshot's folder changes its meaning. */
  private static final String FORMAT = "11";

  private SnapshotKey() {}

  /**
   * @param event with which it was invoked before; empty when it was not
   * @return hexadecimal
   */
  static String of(EnvironmentSpec spec, CriuCommand criu, byte[] event) throws IOException {
    MessageDigest digest = DigestUtils.getSha256Digest();
    for (String fact :
        List.of(
            FORMAT,
            criu.toString(),
            spec.functionArn(),
            spec.version(),
            spec.function().handler(),
            spec.function().runtime(),
            spec.function().memory().toString(),
            spec.function().timeout().toString(),
            new TreeMap<>(spec.function().environment()).toString(),
            spec.function().logging().toString(),
            new TreeMap<>(spec.services()).toString(),
            spec.function().tracesActively() + " " + spec.traces().isPresent(),
            binds(spec.binds()),
            contents(spec.code()),
            spec.layers().map(SnapshotKey::contents).orElse(""),
            spec.program().identity(),
            folders(spec.program()),
            archive(spec.program()),
            MachineKind.own().name(),
            HexFormat.of().formatHex(event))) {
      digest.update(fact.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 16);
  }

  /** Files by what is in them: they are made in each run, and not always anew. */
  private static String binds(List<Bind> binds) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Bind bind : binds) {
      boolean file = Files.isRegularFile(bind.source()) && !bind.writable() && !bind.disk();
      text.append(bind.target()).append(' ');
      text.append(file ? Sha256.of(bind.source()).hex() : bind).append('\n');
    }
    return text.toString();
  }

  /** The store of exploded packages names folders by their contents. */
  private static String contents(DeploymentPackage code) {
    return code.root() + " " + code.codeSha256();
  }

  /**
   * Returns the folders of the program without that of its archive. The same archive comes with a
   * worker's program or is in the cache of a worker that has it from another one, and a dumped
   * process lives in an isolated sandbox that has it at one path.
   */
  private static String folders(RuntimeProgram program) {
    List<Path> folders = new ArrayList<>(program.folders());
    classArchive(program).ifPresent(archive -> folders.remove(archive.folder()));
    return folders.toString();
  }

  /**
   * A process has it mapped, and two runs of a JVM write different ones. The name of its folder is
   * the key of all that is in there.
   */
  private static String archive(RuntimeProgram program) throws IOException {
    Optional<RuntimeProgram.ClassArchive> archive = classArchive(program);
    if (archive.isEmpty()) {
      return "";
    }
    Path folder = archive.get().folder();
    Path file = folder.resolve(archive.get().format().fileName());
    return folder.getFileName() + " " + (Files.exists(file) ? Sha256.of(file).hex() : "");
  }

  private static Optional<RuntimeProgram.ClassArchive> classArchive(RuntimeProgram program) {
    return program instanceof RuntimeProgram.Java java ? java.archive() : Optional.empty();
  }
}
