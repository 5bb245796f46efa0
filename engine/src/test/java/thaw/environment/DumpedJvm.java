package thaw.environment;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import thaw.fixture.Sources;
import thaw.heap.CloneFacts;
import thaw.heap.FunctionCode;
import thaw.sandbox.UntrustedFolder;

/**
 * A JVM that has a handler made by a class loader of its own, as the runtime client does. What two
 * clones would have is what it has at one time and at another.
 */
final class DumpedJvm implements AutoCloseable {
  private static final String HOST =
      """
      package thaw.host;
      import java.net.*;
      import java.nio.file.*;
      public class Host {
        static Object handler;
        public static void main(String[] arguments) throws Exception {
          URL[] urls = {Path.of(arguments[0]).toUri().toURL()};
          ClassLoader loader = new URLClassLoader(urls, Host.class.getClassLoader());
          handler = loader.loadClass(arguments[1]).getConstructor().newInstance();
          System.out.println("ready");
          while (System.in.read() == 'r') {
            handler.getClass().getMethod("afterRestore").invoke(handler);
            System.out.println("restored");
          }
        }
      }
      """;

  private final Path folder;
  private final Path code;
  private final Process process;
  private final BufferedReader output;
  private int dumps;

  private DumpedJvm(Path folder, Path code, Process process) {
    this.folder = folder;
    this.code = code;
    this.process = process;
    this.output = process.inputReader();
  }

  /**
   * @param source of a public class with a method {@code afterRestore}
   */
  static DumpedJvm start(Path folder, Path java, String handler, String source, String... options)
      throws IOException {
    Path host = Sources.compile(folder.resolve("host"), HOST);
    Path code = Sources.compile(folder.resolve("code"), source);
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", host.toString(), "thaw.host.Host", code.toString(), handler));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    DumpedJvm jvm = new DumpedJvm(folder, code, process);
    jvm.await("ready");
    return jvm;
  }

  private void await(String word) throws IOException {
    String line = output.readLine();
    if (!word.equals(line)) {
      throw new IOException("not " + word + " but " + line);
    }
  }

  void restore() throws IOException {
    process.getOutputStream().write('r');
    process.getOutputStream().flush();
    await("restored");
  }

  Path dump() throws Exception {
    Path file = folder.resolve("dump-" + dumps++ + ".hprof");
    new AttachedJvm(temporary(), process.pid(), this::wake).dumpHeap(file, Duration.ofSeconds(30));
    return file;
  }

  private static UntrustedFolder temporary() throws IOException {
    int own = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    return new UntrustedFolder(Path.of("/tmp"), own);
  }

  private void wake() {
    try {
      new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid())).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  CloneFacts facts(String... given) throws Exception {
    Path file = dump();
    try {
      return CloneFacts.read(file, new FunctionCode(code, List.of(given)));
    } finally {
      Files.delete(file);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
