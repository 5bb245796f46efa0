package thaw.service.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import thaw.files.Trees;
import thaw.sandbox.Instance;
import thaw.sandbox.Sandbox;

/** Makes a cluster of databases with {@code initdb}: as on RDS in UTF-8 and English order. */
final class EmptyCluster {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private EmptyCluster() {}

  /**
   * @param target gets it, and belongs to this program's user
   */
  static void make(Path home, Path target, Instance instance) throws IOException {
    Path folder = Files.createTempDirectory(instance.directory(), "initdb-");
    try {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
      run(new PostgresBox(instance.host(), home, List.of(folder)), instance);
      copy(folder.resolve("cluster"), target);
    } finally {
      Trees.delete(folder);
    }
  }

  /** The copies belong to whoever copies. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectory(target);
        } else {
          Files.copy(each, target);
        }
      }
    }
  }

  private static void run(PostgresBox box, Instance instance) throws IOException {
    List<String> command =
        List.of(
            box.home("bin/initdb").toString(),
            "--pgdata=" + box.inside(0).resolve("cluster"),
            "--username=" + PostgresServer.OWNER,
            "--auth=trust", // replaced before anybody uses it
            "--encoding=UTF8",
            "--locale=C", // no other one is on all machines
            "--locale-provider=icu",
            "--icu-locale=en-US",
            "--wal-segsize=1",
            "--no-sync",
            "--no-instructions");
    try (Sandbox sandbox = instance.prepareWithoutRoot("initdb", box.spec(command, List.of()))) {
      sandbox.start();
      int code = sandbox.exit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (code != 0) {
        throw new IOException(
            "initdb ended with exit code %d: %s"
                .formatted(
                    code, new String(sandbox.output().drain(), StandardCharsets.UTF_8).strip()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while initdb was at work", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("initdb did not end: " + e, e);
    }
  }
}
