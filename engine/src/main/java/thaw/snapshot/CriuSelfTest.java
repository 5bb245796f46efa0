package thaw.snapshot;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import thaw.files.Trees;
import thaw.sandbox.kernel.Tool;

/**
 * Whether CRIU can do on this host what it is for, found by doing it: a JVM that listens and holds
 * a connection is dumped and restored, in namespaces of its own, and must then still have its
 * memory and its listening socket. {@code criu check} is no substitute: it complains where this
 * works, and is content where this fails.
 */
public final class CriuSelfTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** High, so that CRIU's own processes cannot have the number when it is restored. */
  private static final int LAST_PID_BEFORE = 298;

  private CriuSelfTest() {}

  /**
   * The result of a self-test.
   *
   * @param works whether all of it succeeded
   * @param detail for people: the stage that failed and why, or what was done
   */
  public record Result(boolean works, String detail) {}

  /**
   * Takes about a second. Leaves nothing behind: the namespaces end with the test.
   *
   * @param criu says by {@link CriuCommand#unprivileged()} whether the test runs in a user
   *     namespace
   * @param scratch an existing folder for the files of the test, not on a file system of /run
   */
  static Result run(CriuCommand criu, Path scratch) throws IOException {
    Path work = Files.createTempDirectory(scratch, CriuFolder.TRY);
    try {
      List<String> command = new ArrayList<>(List.of("unshare"));
      if (criu.unprivileged()) {
        command.addAll(List.of("--user", "--map-root-user"));
      }
      command.addAll(
          List.of("--mount", "--pid", "--fork", "--kill-child", "--net", "--mount-proc"));
      command.addAll(List.of("--propagation", "private", "sh", "-c", script(criu, work)));
      Tool test = Tool.run(command, PATIENCE);
      String output = test.output().lines().reduce((_, last) -> last).orElse("no output");
      return test.succeeded()
          ? new Result(true, "a JVM with sockets was dumped and restored")
          : new Result(false, output);
    } finally {
      Trees.delete(work);
    }
  }

  private static String script(CriuCommand criu, Path work) throws IOException {
    Path images = Files.createDirectory(work.resolve("images"));
    RestoreOptions restore = new RestoreOptions(images, work.resolve("none"), 1, List.of());
    return """
    cd %1$s || exit 1
    # Where CRIU keeps what it learned of the kernel.
    mount -t tmpfs tmpfs /run 2>&1 || { echo "no tmpfs can be mounted"; exit 1; }
    export XDG_RUNTIME_DIR=/run
    await() {
      tries=0
      while [ ! -e "$1" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 500 ] || { echo "$2"; exit 1; }
        sleep 0.02
      done
    }
    why() { # stage, log
      echo "$1: $(grep -F Error "$2" | grep -vF RLIMIT_NOFILE | head -n 1 || true)"
      exit 1
    }
    echo %2$d > /proc/sys/kernel/ns_last_pid 2> /dev/null || true
    setsid --fork %3$s < /dev/null > out 2>&1
    await ready "the JVM did not start: $(head -n 1 out 2> /dev/null)"
    %4$s > dump.out 2>&1 || why "dump failed" images/%6$s
    %5$s > restore.out 2>&1 || why "restore failed" %7$s
    await restored "the restored JVM does not go on"
    [ "$(cat restored)" = ok ] || { echo "after restore: $(cat restored)"; exit 1; }
    """
        .formatted(
            quoted(work.toString()),
            LAST_PID_BEFORE,
            program(work),
            // The pid is known to the shell only.
            words(criu.dump(0, images)).replace("'--tree' '0'", "--tree \"$(cat ready)\""),
            words(criu.restore(restore, work)),
            CriuCommand.DUMP_LOG,
            CriuCommand.RESTORE_LOG);
  }

  /** Returns the command that runs the program on our own JDK, which has what the program needs. */
  private static String program(Path work) {
    return words(
        List.of(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-XX:-UsePerfData",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx32m",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classPath().toString(),
            SelfTestProgram.class.getName(),
            work.toString()));
  }

  private static Path classPath() {
    CodeSource source = SelfTestProgram.class.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("where are our own classes? " + source, e);
    }
  }

  private static String words(List<String> command) {
    return String.join(" ", command.stream().map(CriuSelfTest::quoted).toList());
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
