package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.problem.UserMistake;

/**
 * The bootstrap of a package, as AWS starts it, with a program in the JVM's place that tells how.
 */
@Tag("linux")
@SideBySide
class BootstrapTest {
  private static final int ARCHIVE_BYTES = 8 << 20;
  private static final String MACHINE =
      System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";

  @TempDir Path folder;

  private final Map<String, String> environment = new HashMap<>();
  private Path root;
  private List<String> by = List.of();
  private StagedPackage made;

  @BeforeEach
  void stage() throws Exception {
    Path code = Files.createDirectories(folder.resolve("code"));
    Sources.compile(code, "package example; public class Handler { int answer = 41; }");
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Sources.compile(classes, "package library; public class Part { int answer = 41; }");
    Files.createDirectories(code.resolve("lib"));
    Sources.jar(classes, code.resolve("lib/a.jar"));
    Sources.jar(classes, code.resolve("lib/b.jar"));
    Path client = Files.createDirectories(folder.resolve("client/lib"));
    Sources.jar(classes, client.resolve("client.jar"));
    root = Files.createDirectories(folder.resolve("task"));
    made = staged(code, Optional.empty());
    archive("classes of this function");
    environment.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512");
  }

  private StagedPackage staged(Path code, Optional<Path> layers) throws Exception {
    return withJvm(
        StagedPackage.stage(
            parts(PackageLayout.PROVIDED, Optional.of(code), layers),
            root,
            folder.resolve("nowhere")));
  }

  private StagedPackage withJvm(StagedPackage staged) throws Exception {
    staged.withClient(folder.resolve("client"));
    jvm(staged.jvm());
    return staged.complete();
  }

  private StagedPackage.Parts parts(
      PackageLayout layout, Optional<Path> code, Optional<Path> layers) {
    return new StagedPackage.Parts(
        layout,
        root,
        code,
        layers,
        List.of("client.jar"),
        "example.Main",
        List.of("-XX:+UseSerialGC"),
        Map.of(),
        MACHINE);
  }

  /** It takes longer to begin than an archive takes to be read. */
  private static void jvm(Path jvm) throws java.io.IOException {
    Files.createDirectories(jvm.resolve("bin"));
    Files.createDirectories(jvm.resolve("lib/server"));
    Files.writeString(jvm.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
    Files.writeString(jvm.resolve("lib/server/libjvm.so"), "the JVM");
    Files.writeString(jvm.resolve("lib/modules"), "the modules");
    Path java = jvm.resolve("bin/java");
    Files.writeString(java, "#!/bin/sh\nsleep 0.5\necho \"the JVM started: $*\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void archive(String content) throws Exception {
    byte[] bytes = Arrays.copyOf(content.getBytes(StandardCharsets.UTF_8), ARCHIVE_BYTES);
    made.archive(Files.write(folder.resolve("trained"), bytes));
  }

  private String start(String... words) throws Exception {
    List<String> command = new ArrayList<>(by);
    command.add(root.resolve("bootstrap").toString());
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().put("LAMBDA_TASK_ROOT", root.toString());
    builder.environment().put("_HANDLER", "example.Handler");
    builder.environment().put("AWS_LAMBDA_RUNTIME_API", "127.0.0.1:9001");
    builder.environment().put("TMPDIR", folder.toString());
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private void requireRefused(String reason) throws Exception {
    String said = start();
    assertTrue(said.contains("thaw: starts without its class archive: "), said);
    assertTrue(said.contains(reason), said);
    assertTrue(said.contains("make the package again with thaw package"), said);
    assertTrue(said.contains("the JVM started: "), said);
    assertFalse(said.contains("AOTCache"), said);
    assertFalse(said.contains("classes.jar"), "whatever is there now is found by the client");
    assertTrue(said.contains("-classpath " + root + "/thaw/client/lib/client.jar "), said);
  }

  @Test
  void what_the_archive_was_made_of_starts_from_it() throws Exception {
    assertEquals(
        "the JVM started: -XX:MaxHeapSize=445644k -XX:ActiveProcessorCount="
            + Runtime.getRuntime().availableProcessors()
            + " -XX:+UseSerialGC -XX:AOTCache=%1$s/thaw/classes.aot -classpath".formatted(root)
            + " %1$s/thaw/client/lib/client.jar:%1$s/lib/0-classes.jar:%1$s/lib/a.jar:%1$s/lib/b.jar"
                .formatted(root)
            + " example.Main example.Handler\n",
        start());
  }

  @Test
  void a_functions_classes_are_in_its_package_once_and_its_parts_are_all_of_it() throws Exception {
    assertFalse(Files.exists(root.resolve("example")));
    try (ZipFile classes = new ZipFile(root.resolve("lib/0-classes.jar").toFile())) {
      assertNotNull(classes.getEntry("example/Handler.class"));
      assertTrue(classes.getEntry("example/").isDirectory(), "by which frameworks find classes");
    }
    StagedPackage.Size size = made.size();
    assertEquals(StagedPackage.bytes(root), size.all());
    assertEquals(ARCHIVE_BYTES, size.archive());
    assertEquals(StagedPackage.bytes(root.resolve("thaw/jvm")), size.jvm());
    assertEquals(StagedPackage.bytes(root.resolve("lib")), size.function());
  }

  /** Without the archive, the client would find the base image's class in place of the jar's. */
  @Test
  void a_class_that_a_base_image_has_in_its_place_is_replaced() throws Exception {
    Path code = folder.resolve("code");
    root = Files.createDirectories(folder.resolve("on-base"));
    Path old = root.resolve("example/Handler.class");
    Files.createDirectories(old.getParent());
    Files.writeString(old, "the class of the base image");
    staged(code, Optional.empty());
    assertEquals(-1, Files.mismatch(code.resolve("example/Handler.class"), old));
  }

  @ParameterizedTest
  @ValueSource(strings = {"META-INF/persistence.xml", "META-INF/beans.xml"})
  void classes_stay_in_a_folder_that_frameworks_search_for_them(String found) throws Exception {
    Path code = folder.resolve("code");
    Files.createDirectories(code.resolve("META-INF"));
    Files.writeString(code.resolve(found), "<it/>");
    root = Files.createDirectories(folder.resolve("searched"));
    staged(code, Optional.empty());
    assertTrue(Files.exists(root.resolve("example/Handler.class")));
    try (ZipFile classes = new ZipFile(root.resolve("lib/0-classes.jar").toFile())) {
      assertNotNull(classes.getEntry("example/Handler.class"));
    }
  }

  @Test
  void classes_for_class_loaders_of_the_functions_own_stay_where_they_are() throws Exception {
    Path code = folder.resolve("code");
    Path nested = code.resolve("BOOT-INF/classes");
    Sources.compile(nested, "package inner; public class Part { int answer = 40; }");
    root = Files.createDirectories(folder.resolve("nested"));
    staged(code, Optional.empty());
    assertTrue(Files.exists(root.resolve("BOOT-INF/classes/inner/Part.class")));
    assertFalse(Files.exists(root.resolve("example/Handler.class")));
    try (ZipFile classes = new ZipFile(root.resolve("lib/0-classes.jar").toFile())) {
      assertNull(classes.getEntry("BOOT-INF/classes/inner/Part.class"));
    }
  }

  @Test
  void a_function_with_a_jar_of_the_same_name_is_refused() throws Exception {
    Path code = folder.resolve("code");
    Files.copy(code.resolve("lib/a.jar"), code.resolve("lib/0-classes.jar"));
    root = Files.createDirectories(folder.resolve("again"));
    UserMistake mistake = assertThrows(UserMistake.class, () -> staged(code, Optional.empty()));
    assertTrue(mistake.getMessage().contains("lib/0-classes.jar"), mistake.getMessage());
  }

  @Test
  void a_changed_jar_of_the_same_size_and_time() throws Exception {
    Path jar = root.resolve("lib/a.jar");
    long bytes = Files.size(jar);
    Path classes = Files.createDirectories(folder.resolve("changed"));
    Sources.compile(classes, "package library; public class Part { int answer = 42; }");
    Sources.jar(classes, jar);
    Files.setLastModifiedTime(jar, DeploymentZip.TIME);

    assertEquals(bytes, Files.size(jar));
    requireRefused("lib/a.jar is another one than it was made of");
  }

  @Test
  void another_order() throws Exception {
    Path list = root.resolve(PackageLayout.PROVIDED.list());
    String text = Files.readString(list);
    Files.writeString(
        list,
        text.replace(
            "function lib/a.jar\nfunction lib/b.jar", "function lib/b.jar\nfunction lib/a.jar"));

    requireRefused("the list thaw/start was changed");
  }

  @Test
  void one_jar_more_or_less() throws Exception {
    Files.copy(root.resolve("lib/a.jar"), root.resolve("lib/c.jar"));
    requireRefused("lib has 4 jars and not 3");

    Files.delete(root.resolve("lib/c.jar"));
    Files.delete(root.resolve("lib/b.jar"));
    requireRefused("lib has 2 jars and not 3");
  }

  @Test
  void another_build_of_the_jvm() throws Exception {
    Path jvm = root.resolve("thaw/jvm/lib/server/libjvm.so");
    Files.writeString(jvm, "the jvm");
    requireRefused("thaw/jvm/lib/server/libjvm.so is another one");

    Files.writeString(jvm, "the JVM");
    Files.writeString(root.resolve("thaw/jvm/release"), "JAVA_VERSION=\"25.0.4\"\n");
    requireRefused("thaw/jvm/release is another one");
  }

  @Test
  void another_option_or_collector() throws Exception {
    Path list = root.resolve(PackageLayout.PROVIDED.list());
    String text = Files.readString(list);
    Files.writeString(list, text.replace("-XX:+UseSerialGC", "-XX:+UseZGC"));
    requireRefused("the list thaw/start was changed");

    Files.writeString(list, text);
    environment.put("JAVA_TOOL_OPTIONS", "-XX:+UseParallelGC");
    requireRefused("JAVA_TOOL_OPTIONS is \"-XX:+UseParallelGC\" and was \"\"");
  }

  @Test
  void an_agent() throws Exception {
    environment.put("JAVA_TOOL_OPTIONS", "-javaagent:/opt/agent.jar");
    requireRefused("JAVA_TOOL_OPTIONS is \"-javaagent:/opt/agent.jar\"");

    environment.clear();
    environment.put("JDK_JAVA_OPTIONS", "-javaagent:/opt/agent.jar");
    requireRefused("JDK_JAVA_OPTIONS");
  }

  @Test
  void a_truncated_archive() throws Exception {
    try (RandomAccessFile file =
        new RandomAccessFile(root.resolve(PackageLayout.PROVIDED.archive()).toFile(), "rw")) {
      file.setLength(ARCHIVE_BYTES / 2);
    }
    requireRefused("thaw/classes.aot has 4194304 bytes and not 8388608");
  }

  @Test
  void an_archive_with_one_flipped_bit_ends_before_the_function_begins() throws Exception {
    try (RandomAccessFile file =
        new RandomAccessFile(root.resolve(PackageLayout.PROVIDED.archive()).toFile(), "rw")) {
      file.seek(ARCHIVE_BYTES - 1);
      file.write(1);
    }
    String said = start();
    assertTrue(said.contains("its class archive is damaged"), said);
    assertFalse(said.contains("the JVM started: "), said);
    requireRefused("it was damaged when this environment started before");
  }

  @Test
  void the_archive_of_another_function() throws Exception {
    Files.write(
        root.resolve(PackageLayout.PROVIDED.archive()),
        Arrays.copyOf("classes of another one".getBytes(StandardCharsets.UTF_8), ARCHIVE_BYTES));
    assertTrue(start().contains("its class archive is damaged"));
  }

  @Test
  void a_layer_that_is_missing() throws Exception {
    Path layers = Files.createDirectories(folder.resolve("opt/java/lib"));
    Files.copy(root.resolve("lib/a.jar"), layers.resolve("layer-of-a-test.jar"));
    Path code = folder.resolve("code");
    root = Files.createDirectories(folder.resolve("layered"));
    made = staged(code, Optional.of(folder.resolve("opt")));
    archive("classes of function and layer");

    requireRefused("/opt/java/lib has 0 jars and not 1");
  }

  @Test
  void another_architecture() throws Exception {
    Path list = root.resolve(PackageLayout.PROVIDED.list());
    String text = Files.readString(list).replace("machine " + MACHINE, "machine riscv64");
    String signed = text.substring(0, text.lastIndexOf("sum "));
    Files.writeString(
        list, signed + "sum " + Checksums.of(signed.getBytes(StandardCharsets.UTF_8)) + "\n");

    requireRefused("it was made on riscv64, this is " + MACHINE);
  }

  @Test
  void a_patched_client() throws Exception {
    Path classes = Files.createDirectories(folder.resolve("patched"));
    Sources.compile(classes, "package library; public class Part { int answer = 43; }");
    Path jar = root.resolve("thaw/client/lib/client.jar");
    Sources.jar(classes, jar);
    Files.setLastModifiedTime(jar, DeploymentZip.TIME);

    requireRefused("thaw/client/lib/client.jar is another one than it was made of");
  }

  /** It sums by a table what other processors sum by an instruction. */
  @ParameterizedTest
  @ValueSource(strings = {"qemu64", "Conroe", "Nehalem", "max"})
  void a_processor_with_the_base_of_its_architecture_starts_from_it(String cpu) throws Exception {
    assumeTrue(MACHINE.equals("x86_64"), "its processors are of x86_64");
    Path emulator = Path.of("/usr/bin/qemu-x86_64-static");
    assumeTrue(Files.isExecutable(emulator), "no " + emulator);
    by = List.of(emulator.toString(), "-cpu", cpu);

    String said = start();
    assertTrue(said.startsWith("the JVM started: "), said);
    assertTrue(said.contains(" -XX:AOTCache="), said);
  }

  @Test
  void an_emulator_starts_the_jvm_where_it_is_told_to() throws Exception {
    environment.put("THAW_EMULATOR", "/bin/echo\n-cpu\nmax");
    environment.put("THAW_TRAINING", "1");
    environment.put("THAW_JVM_OPTIONS", "-XX:AOTCacheOutput=a");
    String said = start();
    assertTrue(said.startsWith("-cpu max %s/thaw/jvm/bin/java -XX:MaxHeap".formatted(root)), said);
    assertTrue(said.contains(" -XX:AOTCacheOutput=a -classpath "), said);
    assertTrue(said.contains("lib/0-classes.jar"), said);
    assertFalse(said.contains("-XX:AOTCache="), said);
  }

  @Test
  void another_place() throws Exception {
    Path moved = folder.resolve("elsewhere");
    Files.move(root, moved);
    String before = root.toString();
    root = moved;

    requireRefused("it was made for " + before + ", this is " + moved);
  }

  @Test
  void the_command_of_an_image_names_the_handler() throws Exception {
    environment.put("_HANDLER", "");
    assertTrue(start("example.Other").endsWith(" example.Main example.Other\n"));
  }

  @Test
  void without_a_list_there_is_no_start() throws Exception {
    Files.delete(root.resolve(PackageLayout.PROVIDED.list()));
    String said = start();
    assertTrue(said.contains("thaw: there is no list thaw/start beside the function"), said);
    assertFalse(said.contains("the JVM started: "), said);
  }

  /** A jar that a JVM takes for an agent. */
  private Path agent(int answer) throws Exception {
    Path classes = Files.createDirectories(folder.resolve("agent-" + answer));
    Sources.compile(classes, "package an; public class Agent { int answer = " + answer + "; }");
    Path manifest = Files.createDirectories(classes.resolve("META-INF")).resolve("MANIFEST.MF");
    Files.writeString(manifest, "Manifest-Version: 1.0\nPremain-Class: an.Agent\n\n");
    Path jar = folder.resolve("code/agent.jar");
    Sources.jar(classes, jar);
    Files.setLastModifiedTime(jar, DeploymentZip.TIME);
    return jar;
  }

  /** Stages the function again, with variables. */
  private void stage(Map<String, String> variables) throws Exception {
    StagedPackage.Parts parts =
        parts(PackageLayout.PROVIDED, Optional.of(folder.resolve("code")), Optional.empty());
    made =
        withJvm(
            StagedPackage.stage(
                new StagedPackage.Parts(
                    parts.layout(),
                    root,
                    parts.code(),
                    parts.layers(),
                    parts.clientJars(),
                    parts.mainClass(),
                    parts.options(),
                    variables,
                    MACHINE),
                root,
                folder.resolve("nowhere")));
    archive("classes of function and agent");
    environment.putAll(variables);
  }

  private void stageWithAgent() throws Exception {
    root = folder.resolve("agents");
    Files.createDirectories(root);
    agent(1);
    stage(Map.of("JAVA_TOOL_OPTIONS", "-javaagent:" + root + "/agent.jar=of=it -Xss1m"));
  }

  @Test
  void an_agent_of_the_training_starts_from_an_archive_of_class_data() throws Exception {
    stageWithAgent();
    String said = start();
    assertTrue(said.startsWith("the JVM started: "), said);
    assertTrue(said.contains(" -XX:SharedArchiveFile=" + root + "/thaw/classes.aot "), said);
    assertTrue(said.contains(" -XX:+AllowArchivingWithJavaAgent "), said);
    assertFalse(said.contains("AOTCache"), said);
  }

  @Test
  void another_agent_and_one_that_is_gone() throws Exception {
    stageWithAgent();
    Path changed = agent(2);
    Files.copy(
        changed,
        root.resolve("agent.jar"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    requireRefused("agent.jar "); // of as many bytes or of others

    Files.delete(root.resolve("agent.jar"));
    requireRefused("agent.jar is missing");

    environment.remove("JAVA_TOOL_OPTIONS");
    requireRefused("JAVA_TOOL_OPTIONS is \"\" and was \"-javaagent:");
  }

  @Test
  void an_agent_or_a_script_that_no_layer_has_is_no_package() {
    for (Map<String, String> each :
        List.of(
            Map.of("JAVA_TOOL_OPTIONS", "-javaagent:/opt/gone-of-a-test.jar"),
            Map.of(PackagedAgents.WRAPPER, "/opt/gone-of-a-test"))) {
      root = folder.resolve("gone-" + each.keySet());
      UserMistake missing =
          assertThrows(
              UserMistake.class,
              () -> {
                Files.createDirectories(root);
                stage(each);
              });
      assertTrue(
          missing.getMessage().contains("nor in a layer: /opt/gone-of"), missing.getMessage());
      assertTrue(missing.remedy().contains("ContentUri"), missing.remedy());
    }
  }

  private Path script(String text) throws Exception {
    Path script = Files.writeString(folder.resolve("code/wrap"), text);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script;
  }

  @Test
  void the_script_of_the_function_gets_the_command_and_is_compared() throws Exception {
    root = Files.createDirectories(folder.resolve("wrapped"));
    script("#!/bin/sh\necho wrapped\nexec \"$@\"\n");
    stage(Map.of(PackagedAgents.WRAPPER, root + "/wrap"));
    String said = start();
    assertTrue(said.startsWith("wrapped\nthe JVM started: -XX:MaxHeapSize="), said);
    assertTrue(said.contains("AOTCache"), "there is no agent");

    Files.copy(
        script("#!/bin/sh\necho WRAPPED\nexec \"$@\"\n"),
        root.resolve("wrap"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    requireRefused("wrap is another one than it was made of");

    Files.delete(root.resolve("wrap"));
    String missing = start();
    assertTrue(missing.contains("/wrap of AWS_LAMBDA_EXEC_WRAPPER does not start"), missing);
    assertFalse(missing.contains("the JVM started"), missing);
  }
}
