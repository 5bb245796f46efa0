package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.BOOT;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;
import static thaw.attribution.PhaseName.RESTORE;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.evidence.PackageClasses;

/** What settings and packaging cost, whatever the code does. */
class MachineChecksTest {
  private static final String HANDLER =
      Stubs.handler("public String handleRequest(String e, Context c) { return e; }");

  @TempDir private Path folder;

  @Test
  void c2_is_told_with_the_quota_that_it_took() throws IOException {
    Finding found = compiled().with(Example.c2()).finding("c2-at-small-memory");

    assertEquals(60, found.lowMillis(), 0.01);
    assertEquals(60 * 592.0 / 502, found.highMillis(), 0.01);
    assertTrue(found.evidence().contains("30 ms of CPU"), found.evidence());
  }

  @Test
  void no_c2_or_a_cpu_to_itself_is_no_finding() throws IOException {
    assertEquals(0, compiled().findings("c2-at-small-memory").size());
    assertEquals(
        0,
        compiled()
            .with(Example.c2())
            .with(Example.fullCpu())
            .findings("c2-at-small-memory")
            .size());
  }

  private Example compiled() throws IOException {
    return Example.of(folder, HANDLER)
        .sampled(FIRST_INVOCATION, Cause.USER_CODE, 50, "example.Handler.handleRequest")
        .spent(FIRST_INVOCATION, Cause.JIT_THREADS, 80)
        .beside(FIRST_INVOCATION, "C2 CompilerThre", 30)
        .beside(FIRST_INVOCATION, "C1 CompilerThre", 10);
  }

  @Test
  void an_invocation_that_waits_for_its_quota_is_told_what_more_memory_brings() throws IOException {
    Finding found =
        Example.of(folder, HANDLER)
            .sampled(FIRST_INVOCATION, Cause.USER_CODE, 50, "example.Handler.handleRequest")
            .spent(FIRST_INVOCATION, Cause.THROTTLED, 50)
            .finding("small-memory");

    assertEquals(50 * 0.92, found.lowMillis(), 0.01);
    assertEquals(50, found.highMillis(), 0.01);
    assertEquals("MemorySize: 1024; a millisecond then costs 2.00 times as much", found.remedy());
  }

  @Test
  void an_invocation_that_is_hardly_throttled_needs_no_more_memory() throws IOException {
    Example example =
        Example.of(folder, HANDLER)
            .sampled(FIRST_INVOCATION, Cause.USER_CODE, 90, "example.Handler.handleRequest")
            .spent(FIRST_INVOCATION, Cause.THROTTLED, 10);

    assertEquals(0, example.findings("small-memory").size());
  }

  @Test
  void an_archive_would_save_class_loading_and_an_aot_cache_linkage_too() throws IOException {
    Finding withAot = loading().with(Example.noArchive(25)).finding("no-class-archive");
    Finding without = loading().with(Example.noArchive(17)).finding("no-class-archive");

    assertEquals(100 * 0.85, withAot.lowMillis(), 0.01);
    assertEquals(140, withAot.highMillis(), 0.01); // no more than there is
    assertTrue(
        withAot.remedy().contains("thaw why my-app --function Example --snap-start aot"),
        withAot.remedy());
    assertEquals(69 * 0.85, without.lowMillis(), 0.01); // it finds, maps and mirrors them still
    assertEquals(69 * 1.15, without.highMillis(), 0.01);
    assertTrue(without.remedy().contains("--snap-start appcds"), without.remedy());
  }

  /** The table of causes has the waits in a row of their own. */
  @Test
  void a_cost_names_apart_what_it_is_without_the_waits_for_the_quota() throws IOException {
    Example loading = loading().with(Example.noArchive(25));
    String unthrottled = loading.finding("no-class-archive").evidence();
    assertTrue(unthrottled.contains("class loading took 100 ms (100 samples)"), unthrottled);

    String throttled =
        loading.spent(HANDLER_INIT, Cause.THROTTLED, 1_400).finding("no-class-archive").evidence();
    assertTrue(
        throttled.contains("class loading took 1,100 ms (100 ms without throttling; 100 samples)"),
        throttled);
  }

  @Test
  void an_aot_cache_has_resolved_constants_and_spares_the_collector_its_part_of_the_quota()
      throws IOException {
    Example resolving =
        loading().sampled(HANDLER_INIT, Cause.RESOLUTION, 20, "example.Handler.<clinit>");
    double before = resolving.with(Example.noArchive(25)).finding("no-class-archive").highMillis();

    assertEquals(160, before, 0.01);
    assertEquals(
        69 * 1.15,
        resolving.with(Example.noArchive(17)).finding("no-class-archive").highMillis(),
        0.01);
    // 160 ms of init on a CPU, of which 100 load classes.
    assertEquals(
        before + 32 * 100.0 / 160,
        resolving
            .waitedBeside(HANDLER_INIT, Cause.GC, 32)
            .with(Example.noArchive(25))
            .finding("no-class-archive")
            .highMillis(),
        0.01);
  }

  @Test
  void an_archive_spares_nothing_of_classes_that_the_runtimes_own_one_has() throws IOException {
    Example small =
        loading()
            .archived(BOOT, "java.lang.Object")
            .archived(HANDLER_INIT, "a.One", "a.Two", "a.Three", "a.Four");

    Finding found = small.with(Example.noArchive(17)).finding("no-class-archive");

    assertEquals(69 / (1 + 4 * 0.27) * 0.85, found.lowMillis(), 0.01);
    assertEquals(69 / (1 + 4 * 0.27) * 1.15, found.highMillis(), 0.01);
  }

  @Test
  void an_archive_spares_nothing_of_classes_that_it_cannot_have() throws IOException {
    loading(); // compiles the class file
    Path old = folder.resolve("old/Old.class");
    byte[] file = Files.readAllBytes(folder.resolve("example/Handler.class"));
    file[7] = 49; // major version of Java 5
    Files.createDirectories(old.getParent());
    Files.write(old, file);
    Example small =
        loading()
            .loaded(
                HANDLER_INIT,
                "old.Old",
                "com.amazonaws.lambda.thirdparty.org.joda.time.DateTime",
                "jdk.proxy2.$Proxy3",
                "example.Handler$$Lambda");

    Finding found = small.with(Example.noArchive(25)).finding("no-class-archive");

    assertEquals(100 / 4.0 * 0.85, found.lowMillis(), 0.01);
    assertEquals(100 / 4.0 * 0.69 * 0.85, low(small, 17), 0.01);
    assertTrue(found.title().startsWith("5 classes"), found.title());
  }

  private static double low(Example example, int jdk) throws IOException {
    return example.with(Example.noArchive(jdk)).finding("no-class-archive").lowMillis();
  }

  @Test
  void a_function_that_starts_from_an_archive_needs_none() throws IOException {
    assertEquals(0, loading().findings("no-class-archive").size());
  }

  @Test
  void a_start_from_a_snapshot_has_its_classes() throws IOException {
    Example restored = loading().with(Example.noArchive(25)).spent(RESTORE, Cause.RESTORE, 50);

    assertEquals(0, restored.findings("no-class-archive").size());
  }

  private Example loading() throws IOException {
    return Example.of(folder, HANDLER)
        .loaded(HANDLER_INIT, "example.Handler")
        .sampled(BOOT, Cause.CLASS_PARSE, 20)
        .sampled(HANDLER_INIT, Cause.CLASS_PARSE, 80, "example.Handler.<clinit>")
        .sampled(
            HANDLER_INIT,
            Cause.KERNEL_FILE,
            20,
            "java.net.URLClassLoader.findClass",
            "example.Handler.<clinit>")
        .sampled(HANDLER_INIT, Cause.INVOKEDYNAMIC, 40, "example.Handler.<clinit>")
        .sampled(FIRST_INVOCATION, Cause.USER_CODE, 40, "example.Handler.handleRequest");
  }

  @Test
  void compressed_jars_are_told_with_what_storing_them_brings() throws IOException {
    Finding found = inflated(ZipOutputStream.DEFLATED).finding("deflated-jars");

    assertEquals(25, found.lowMillis(), 0.01);
    assertEquals(35, found.highMillis(), 0.01);
    assertTrue(found.evidence().endsWith("1 classes in 1 jars are compressed"), found.evidence());
  }

  @Test
  void stored_jars_are_no_finding() throws IOException {
    assertEquals(0, inflated(ZipOutputStream.STORED).findings("deflated-jars").size());
  }

  private Example inflated(int method) throws IOException {
    Path jar = Files.createDirectories(folder.resolve("lib")).resolve("a.jar");
    byte[] bytes = {1, 2, 3, 4};
    CRC32 crc = new CRC32();
    crc.update(bytes);
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      ZipEntry entry = new ZipEntry("org/lib/A.class");
      entry.setMethod(method);
      entry.setSize(bytes.length);
      entry.setCrc(crc.getValue());
      zip.putNextEntry(entry);
      zip.write(bytes);
    }
    return Example.of(PackageClasses.of(folder, Optional.empty()))
        .sampled(HANDLER_INIT, Cause.JAR_IO, 50, "java.util.zip.Inflater.inflate")
        .sampled(HANDLER_INIT, Cause.USER_CODE, 50, "java.lang.String.trim");
  }

  @Test
  void waits_for_files_are_slow_storage_and_cpu_time_in_file_systems_is_not() throws IOException {
    Example example =
        Example.of(folder, HANDLER)
            .sampled(
                HANDLER_INIT,
                Cause.FILE_WAIT,
                40,
                "java.util.zip.ZipFile.open",
                "jdk.internal.loader.BuiltinClassLoader.loadClass",
                "example.Handler.<clinit>")
            .sampled(HANDLER_INIT, Cause.KERNEL_FILE, 30, "example.Handler.<clinit>");
    Finding found = example.finding("slow-storage");

    assertEquals(20, found.lowMillis(), 0.01);
    assertEquals(40, found.highMillis(), 0.01);
    assertTrue(
        found.evidence().contains("of that 40 ms (40 samples) for classes"), found.evidence());
  }

  @Test
  void a_cold_start_that_waits_for_no_file_has_no_slow_storage() throws IOException {
    Example example =
        Example.of(folder, HANDLER)
            .sampled(HANDLER_INIT, Cause.KERNEL_FILE, 30, "example.Handler.<clinit>");

    assertEquals(0, example.findings("slow-storage").size());
  }

  @Test
  void waits_for_other_processes_are_no_slow_storage() throws IOException {
    Example example =
        Example.of(folder, HANDLER)
            .sampled(
                HANDLER_INIT,
                Cause.FILE_WAIT,
                20,
                "java.lang.ProcessImpl.forkAndExec",
                "java.lang.ProcessImpl.<init>",
                "java.lang.ProcessBuilder.start",
                "example.Handler.<clinit>")
            .sampled(
                HANDLER_INIT,
                Cause.FILE_WAIT,
                20,
                "java.io.FileInputStream.readBytes",
                "java.lang.Process$PipeInputStream.read",
                "java.io.BufferedInputStream.fill",
                "example.Handler.<clinit>")
            .sampled(
                HANDLER_INIT,
                Cause.FILE_WAIT,
                20,
                "java.io.FileInputStream.readBytes",
                "java.lang.System$In.read",
                "java.io.BufferedInputStream.fill",
                "example.Handler.<clinit>");

    assertEquals(0, example.findings("slow-storage").size());
  }
}
