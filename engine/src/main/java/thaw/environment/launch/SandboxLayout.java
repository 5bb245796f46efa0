package thaw.environment.launch;

import static thaw.environment.launch.LambdaPaths.ARCHIVE;
import static thaw.environment.launch.LambdaPaths.LANG;
import static thaw.environment.launch.LambdaPaths.OPT;
import static thaw.environment.launch.LambdaPaths.RUNTIME;
import static thaw.environment.launch.LambdaPaths.TASK;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.problem.UserMistake;
import thaw.sandbox.Bind;

/**
 * Tells where things lie in the sandbox: at Lambda's paths when the host permits a mount namespace,
 * else at their paths on the host.
 *
 * @param lang the JDK, {@code /var/lang}
 * @param task the function's code, {@code /var/task}
 * @param runtime the runtime client, {@code /var/runtime}
 * @param archive the folder of the class archive; no counterpart on Lambda, where it is in lang
 * @param opt the layers, {@code /opt}
 * @param bootstrap the executable of a custom runtime
 * @param binds what makes it so
 */
public record SandboxLayout(
    Path lang, Path task, Path runtime, Path archive, Path opt, Path bootstrap, List<Bind> binds) {
  private static final String BOOTSTRAP = "bootstrap";
  private static final Path SHELL = Path.of("/bin/sh");
  private static final Path BASH = Path.of("/bin/bash");

  public static SandboxLayout of(boolean namespaces, EnvironmentSpec spec, Bind temporary) {
    Path code = spec.code().root();
    Optional<Path> layers = spec.layers().map(layer -> layer.root());
    boolean inCode = layers.isEmpty() || Files.exists(code.resolve(BOOTSTRAP));
    if (!namespaces) {
      Path opt = layers.orElse(OPT);
      Path bootstrap = (inCode ? code : opt).resolve(BOOTSTRAP);
      return switch (spec.program()) {
        case RuntimeProgram.Java java ->
            new SandboxLayout(
                java.jdk().home(),
                code,
                java.client().root(),
                java.archive()
                    .map(RuntimeProgram.ClassArchive::folder)
                    .orElse(java.client().root()),
                opt,
                bootstrap,
                List.of());
        case RuntimeProgram.Bootstrap _ ->
            new SandboxLayout(LANG, code, RUNTIME, ARCHIVE, opt, bootstrap, List.of());
        case RuntimeProgram.Image _ ->
            throw new UserMistake(
                spec.function().logicalId()
                    + " is a container image, which needs mount namespaces, and this host permits"
                    + " none",
                "run it as root, or see thaw doctor");
      };
    }
    List<Bind> binds = new ArrayList<>();
    if (!(spec.program() instanceof RuntimeProgram.Image image && image.isWhole())) {
      binds.add(Bind.readOnly(code, TASK));
    }
    switch (spec.program()) {
      case RuntimeProgram.Java java -> {
        binds.add(Bind.readOnly(java.jdk().home(), LANG));
        binds.add(Bind.readOnly(java.client().root(), RUNTIME));
        java.archive()
            .ifPresent(
                archive -> binds.add(new Bind(archive.folder(), ARCHIVE, archive.isWritten())));
      }
      case RuntimeProgram.Bootstrap _ -> bash().ifPresent(binds::add);
      case RuntimeProgram.Image _ -> {} // has its own shell, or none
    }
    layers.ifPresent(root -> binds.add(Bind.readOnly(root, OPT)));
    binds.addAll(spec.binds());
    binds.add(temporary);
    Path bootstrap = (inCode ? TASK : OPT).resolve(BOOTSTRAP);
    return new SandboxLayout(LANG, TASK, RUNTIME, ARCHIVE, OPT, bootstrap, binds);
  }

  /**
   * Returns the host's bash, if it has one, in place of the dash that Debian and Ubuntu have at
   * {@code /bin/sh}: on Amazon Linux that is bash, and scripts rely on it ({@code set -o
   * pipefail}).
   */
  private static Optional<Bind> bash() {
    try {
      Path shell = SHELL.toRealPath();
      return shell.endsWith("dash")
          ? Optional.of(Bind.readOnly(BASH.toRealPath(), shell))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
