package thaw.lab.firstuse;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.engine.JvmRun;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Syllabus;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.jdk.Jdk;

/** The lesson on the cost of the first use of a feature, with and without archives of classes. */
public final class FirstUse implements Lesson {
  @Override
  public Syllabus syllabus() {
    return Syllabus.of(1, "first-use");
  }

  @Override
  public List<Case> cases(Scope scope, Workbench workbench) {
    List<Case> cases = new ArrayList<>();
    for (Jdk jdk : scope.jdks()) {
      for (ArchiveUse archive : archives(scope, jdk)) {
        for (FirstUses use : FirstUses.values()) {
          if (use.isKnownTo(jdk)) {
            cases.add(use.on(jdk.label(), archive.words()));
          }
        }
        cases.addAll(FirstUseRetry.cases(scope, jdk, archive));
      }
    }
    return cases;
  }

  /** Quick: as nearly all JVMs start, and the best there is. */
  private static List<ArchiveUse> archives(Scope scope, Jdk jdk) {
    if (!scope.quick()) {
      return List.of(
              ArchiveUse.NO_CDS, ArchiveUse.DEFAULT_CDS, ArchiveUse.APP_CDS, ArchiveUse.AOT_CACHE)
          .stream()
          .filter(archive -> archive.isKnownTo(jdk))
          .toList();
    }
    return List.of(
        ArchiveUse.DEFAULT_CDS,
        ArchiveUse.AOT_CACHE.isKnownTo(jdk) ? ArchiveUse.AOT_CACHE : ArchiveUse.APP_CDS);
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure {
    Jdk jdk = workbench.jdk(subject);
    ArchiveUse archive = subject.choice(FirstUses.ARCHIVE, ArchiveUse.values(), ArchiveUse::words);
    if (FirstUseRetry.is(subject)) {
      return FirstUseRetry.measure(subject, jdk, archive, workbench);
    }
    FirstUses use = subject.choice(FirstUses.USE, FirstUses.values(), FirstUses::words);
    return use.values(run(use, jdk, archive, workbench));
  }

  private static JvmRun run(FirstUses use, Jdk jdk, ArchiveUse archive, Workbench workbench)
      throws InterruptedException, SampleFailure {
    if (!use.asksServer()) {
      List<String> program = List.of(use.program());
      return workbench.run(
          use.training().uses(archive, jdk, workbench, program).with(use.options()));
    }
    HttpServer server = server();
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      List<String> program = List.of(use.program(), address);
      return workbench.run(use.training().uses(archive, jdk, workbench, program));
    } finally {
      server.stop(0);
    }
  }

  /** Answers two letters. */
  private static HttpServer server() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(200, 2);
            try (OutputStream body = exchange.getResponseBody()) {
              body.write(new byte[] {'o', 'k'});
            }
          });
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("could not open a server on the loopback address", e);
    }
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    FirstUseTables tables = new FirstUseTables(samples);
    return new Conclusions(tables.tables(), tables.charts(), FirstUseClaims.of(samples));
  }
}
