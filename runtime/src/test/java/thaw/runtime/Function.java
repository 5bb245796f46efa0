package thaw.runtime;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import thaw.wire.Wire;

/** A function in a JVM of its own, served by {@link Main}; ended when it is closed. */
final class Function implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final Path output;

  private Function(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** What a function is started with. */
  static final class Start {
    private final String handler;
    private String mainClass = Main.class.getName();
    private final Map<String, String> environment = new TreeMap<>();
    private final List<String> prefix = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private final List<String> classPath = new ArrayList<>();

    Start(String handler) {
      this.handler = handler;
      classPath.add(place(Main.class));
      classPath.add(place(Wire.class));
      classPath.add(place(RequestHandler.class));
      classPath.add(place(Function.class));
      environment.put("LANG", "C");
    }

    Start with(String variable, String value) {
      environment.put(variable, value);
      return this;
    }

    Start option(String option) {
      options.add(option);
      return this;
    }

    Start onClassPath(Path more) {
      classPath.add(more.toString());
      return this;
    }

    Start withOfficialSerializer() {
      classPath.add(place(PojoSerializer.class));
      return this;
    }

    /** Served by the official client, whose class path this is, in place of this one. */
    Start official(String path) {
      classPath.remove(0);
      classPath.add(0, path);
      mainClass = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
      options.add("--enable-native-access=ALL-UNNAMED");
      return this;
    }

    /** By a shell that does something first. */
    Start through(Path script, String first) throws IOException {
      Files.writeString(script, "#!/bin/bash\n" + first + "\nexec \"$@\"\n");
      prefix.add("bash");
      prefix.add(script.toString());
      return this;
    }

    Function at(FakeRuntimeApi api) throws IOException {
      List<String> command = new ArrayList<>(prefix);
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("-XX:TieredStopAtLevel=1");
      command.add("-XX:+UseSerialGC");
      command.addAll(options);
      command.add("-cp");
      command.add(String.join(File.pathSeparator, classPath));
      command.add(mainClass);
      if (!environment.containsKey("_HANDLER")) {
        command.add(handler);
      }
      Path output = Files.createTempFile("function", ".log");
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().keySet().removeIf(name -> name.contains("LAMBDA"));
      builder.environment().put("AWS_LAMBDA_RUNTIME_API", api.authority());
      builder.environment().putAll(environment);
      return new Function(builder.redirectOutput(output.toFile()).start(), output);
    }
  }

  static Start of(String handler) {
    return new Start(handler);
  }

  /** The exit code, once it has ended. */
  int ended() throws Exception {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("runs after " + PATIENCE_SECONDS + " s: " + printed());
    }
    return process.exitValue();
  }

  long pid() {
    return process.pid();
  }

  /** Asks it to end, as Lambda does. */
  void terminate() {
    process.destroy();
  }

  /** What it has printed, once a part of that is there. */
  String printed(String part) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!printed().contains(part)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("has not printed " + part + ", but: " + printed());
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
    return printed();
  }

  /** What it has printed so far. */
  String printed() throws IOException {
    return Files.readString(output);
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    process.onExit().join();
    Files.delete(output);
  }

  static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
