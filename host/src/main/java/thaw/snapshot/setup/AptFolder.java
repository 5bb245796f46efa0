package thaw.snapshot.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;
import thaw.snapshot.Machine;

/**
 * An apt that knows one suite of one mirror at most and no installed package, and writes in one
 * folder only. Of the system's configuration it has how to reach the network: proxies,
 * certificates, passwords.
 */
record AptFolder(Path path) {
  private static final String NOTHING = "nothing";

  /** Part of the package apt, and with apt's own ways to the network. */
  private static final String FETCHER = "/usr/lib/apt/apt-helper";

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Knows no suite yet. */
  static AptFolder make(Path path) throws IOException {
    for (String folder : List.of("lists/partial", "archives/partial", NOTHING)) {
      Files.createDirectories(path.resolve(folder));
    }
    Files.createFile(path.resolve("status"));
    Files.createFile(path.resolve("sources.list"));
    Files.writeString(path.resolve("apt.conf"), network() + configuration(path));
    return new AptFolder(path);
  }

  /**
   * Gives it the packages of that suite from now on, as far as the keyring's owner has signed them.
   */
  void trust(String mirror, String suite, Path keyring) throws IOException {
    Files.writeString(
        path.resolve("sources.list"),
        "deb [arch=%s target=Packages signed-by=%s] %s %s main%n"
            .formatted(Machine.OWN.debian(), keyring, mirror, suite));
  }

  private static String network() {
    Tool dump = Tool.run(List.of("apt-config", "dump", "Acquire"));
    return dump.succeeded() ? dump.output() + "\n" : "";
  }

  private static String configuration(Path path) {
    return """
    Dir::State "%1$s";
    Dir::State::lists "lists";
    Dir::State::status "%1$s/status";
    Dir::State::extended_states "%1$s/extended_states";
    Dir::Cache "%1$s";
    Dir::Cache::archives "archives";
    Dir::Cache::pkgcache "";
    Dir::Cache::srcpkgcache "";
    Dir::Log "%1$s";
    Dir::Etc::main "/dev/null";
    Dir::Etc::parts "%1$s/%2$s";
    Dir::Etc::sourcelist "%1$s/sources.list";
    Dir::Etc::sourceparts "%1$s/%2$s";
    Dir::Etc::preferences "/dev/null";
    Dir::Etc::preferencesparts "%1$s/%2$s";
    APT::Architecture "%3$s";
    APT::Install-Recommends "false";
    APT::Install-Suggests "false";
    APT::Sandbox::User "";
    APT::Update::Error-Mode "any";
    Acquire::Languages "none";
    Acquire::Retries "2";
    Acquire::http::Timeout "30";
    Acquire::https::Timeout "30";
    Debug::NoLocking "true";
    """
        .formatted(path, NOTHING, Machine.OWN.debian());
  }

  /**
   * Runs apt-get.
   *
   * @throws UserMistake when it fails: it is the network or the mirror
   */
  void run(List<String> arguments, Duration patience, String mirror) {
    List<String> command = command("apt-get");
    command.addAll(arguments);
    Tool apt = Tool.run(command, patience);
    if (!apt.succeeded()) {
      throw new UserMistake(
          "CRIU could not be downloaded from " + mirror + ": " + reason(apt),
          "check the network, or name another mirror of Debian: thaw setup --newest --mirror URL");
    }
  }

  /**
   * Gets one file, whatever is in it.
   *
   * @return why it could not be had; empty when it is there
   */
  Optional<String> download(String url, Path file) {
    List<String> command = command(FETCHER);
    command.addAll(List.of("download-file", url, file.toString()));
    Tool apt = Tool.run(command, PATIENCE);
    return apt.succeeded() && Files.isRegularFile(file)
        ? Optional.empty()
        : Optional.of(reason(apt));
  }

  private List<String> command(String program) {
    return new ArrayList<>(
        List.of("env", "LC_ALL=C", "APT_CONFIG=" + path.resolve("apt.conf"), program, "-q"));
  }

  private static String reason(Tool apt) {
    return apt.output()
        .lines()
        .filter(line -> line.startsWith("E:"))
        .findFirst()
        .orElseGet(() -> "apt ended with " + apt.exitCode() + " " + apt.firstLine());
  }

  List<Path> archives() throws IOException {
    try (Stream<Path> files = Files.list(path.resolve("archives"))) {
      return files.filter(file -> file.toString().endsWith(".deb")).sorted().toList();
    }
  }
}
