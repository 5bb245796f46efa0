package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.attribution.owner.CodeFolder;
import thaw.attribution.owner.Libraries;
import thaw.recording.ProfiledRun;
import thaw.recording.ThreadSample;

/** Whole stacks, as the probe takes them on JDK 17 and 25, and what they mean. */
class StackMeaningTest {
  private static final String GUAVA = "com.google.guava:guava:33.4.0-jre";
  private static final String GUAVA_JAR = "file:/var/task/lib/guava-33.4.0-jre.jar";
  private static final String CLIENT =
      "com.amazonaws:aws-lambda-java-runtime-interface-client:2.9.0";

  private final RecordedStart start = new RecordedStart();
  @TempDir Path host;
  private List<CodeFolder> folders;

  @BeforeEach
  void layOut() throws IOException {
    JarFiles.folder(host.resolve("task"), "example.Handler");
    JarFiles.jar(
        host.resolve("task/lib/guava-33.4.0-jre.jar"),
        "com.google.common.collect.ImmutableMap",
        "com.google.common.collect.RegularImmutableMap",
        GUAVA);
    JarFiles.jar(
        host.resolve("client/lib/aws-lambda-java-runtime-interface-client.jar"),
        "com.amazonaws.services.lambda.runtime.api.client.AWSLambda",
        CLIENT);
    folders =
        List.of(
            new CodeFolder(Path.of("/var/task"), host.resolve("task"), CodeFolder.Role.TASK),
            new CodeFolder(
                Path.of("/var/runtime"), host.resolve("client"), CodeFolder.Role.RUNTIME_CLIENT));
  }

  private Classifier classifier() {
    ProfiledRun profiled = start.profiled().profiled().orElseThrow();
    return new Classifier(
        profiled,
        Libraries.of(folders, "example.Handler", profiled.classLoads()),
        "127.0.0.1:9001");
  }

  private Classifier.Meaning onCpu(double at, String stack) {
    start.onCpu(at, stack);
    return classifier().onCpu(start.profiled().profiled().orElseThrow().samples().getLast());
  }

  private Classifier.Meaning blocked(ThreadSample.Wait.Kind kind, String peer, String stack) {
    start.blocked(1, 2, kind, peer, stack);
    return classifier().blocked(start.profiled().profiled().orElseThrow().waits().getLast());
  }

  @ParameterizedTest
  @CsvSource({
    // A class load inside verification inside linking is a class load.
    "CLASS_PARSE, libjvm.so ClassFileParser::parse_methods <- libjvm.so"
        + " KlassFactory::create_from_stream <- libjvm.so SystemDictionary::load_instance_class <-"
        + " libjvm.so ClassVerifier::load_class <- libjvm.so InstanceKlass::link_class_impl <-"
        + " example.Handler.handleRequest",
    "CLASS_VERIFY, libjvm.so ClassVerifier::verify_method <- libjvm.so"
        + " InstanceKlass::link_class_impl <- libjvm.so InterpreterRuntime::_new <-"
        + " example.Handler.handleRequest",
    // libc's work is its caller's.
    "CLASS_PARSE, libc.so.6 __memcpy_avx_unaligned_erms <- libjvm.so"
        + " ClassFileParser::parse_constant_pool <- java.lang.ClassLoader.defineClass1",
    "PAGE_FAULTS, kernel clear_page_erms <- kernel exc_page_fault <- libjvm.so"
        + " ClassFileParser::parse_constant_pool <- java.lang.ClassLoader.defineClass1",
    // Bytes that a page fault maps from a file are a page fault, not a file access.
    "PAGE_FAULTS, kernel filemap_map_pages <- kernel do_fault_around <- kernel handle_mm_fault <-"
        + " kernel do_user_addr_fault <- kernel exc_page_fault <- libzip.so inflate_fast <-"
        + " java.util.zip.Inflater.inflateBytesBytes",
    "KERNEL_FILE, kernel filemap_read <- kernel vfs_read <- kernel ksys_pread64 <- libc.so.6"
        + " pread <- java.io.RandomAccessFile.readBytes0 <- java.util.zip.ZipFile$Source.readAt",
    "KERNEL_NETWORK, kernel tcp_sendmsg_locked <- kernel __sys_sendto <- libnet.so ? <-"
        + " sun.nio.ch.NioSocketImpl.write <- example.Handler.handleRequest",
    "KERNEL_OTHER, kernel finish_task_switch <- kernel schedule <- kernel do_futex <- libc.so.6"
        + " pthread_cond_signal <- libjvm.so Monitor::notify <- example.Handler.handleRequest",
    "KERNEL_OTHER, kernel finish_task_switch <- kernel schedule",
    "JAR_IO, libzip.so inflate_fast <- java.util.zip.Inflater.inflateBytesBytes <-"
        + " jdk.internal.loader.Resource.getBytes <- java.lang.ClassLoader.loadClass",
    "JAR_IO, java.util.Arrays.copyOf <- java.util.zip.ZipFile$Source.initCEN <-"
        + " example.Handler.handleRequest",
    // What strings are made of is the cause of those who make them.
    "INVOKEDYNAMIC, java.lang.AbstractStringBuilder.append <-"
        + " java.lang.invoke.InnerClassLambdaMetafactory.<init> <-"
        + " java.lang.invoke.MethodHandleNatives.linkCallSite <- example.Handler.handleRequest",
    "USER_CODE, java.util.HashMap.put <- example.Handler.handleRequest",
    "USER_CODE, java.util.HashMap.put <- java.lang.invoke.LambdaForm$MH.invoke <-"
        + " java.lang.invoke.Invokers$Holder.linkToTargetMethod <- example.Handler.handleRequest",
    "LIBRARY, java.util.HashMap.put <- com.google.common.collect.ImmutableMap.of <-"
        + " example.Handler.handleRequest",
    "LIBRARY, com.amazonaws.services.lambda.runtime.api.client.AWSLambda.main",
    "JSON, java.util.HashMap.get <-"
        + " com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.databind.ObjectMapper.readValue",
    "STATIC_INIT, java.math.BigInteger.valueOf <- java.math.BigDecimal.<clinit> <-"
        + " com.fasterxml.jackson.core.io.NumberOutput.<clinit>",
    "REGEX, java.util.regex.Pattern.compile <- java.util.regex.Pattern.<init> <-"
        + " example.Handler.handleRequest",
    "CRYPTO, sun.security.provider.SHA2.implCompress0 <-"
        + " java.security.MessageDigest.digest <- example.Handler.handleRequest",
    "JDK_CODE, java.util.HashMap.put <- java.lang.Thread.run",
    "VM_OTHER, libjvm.so Threads::create_vm <- libjvm.so JNI_CreateJavaVM",
    "UNEXPLAINED, ''"
  })
  void the_first_frame_from_the_leaf_that_says_anything_is_the_cause(Cause cause, String stack) {
    assertEquals(cause, onCpu(1, stack).cause());
  }

  /** Each instance of a capturing lambda is made by its linked method handle. */
  @Test
  void to_create_a_lambda_that_was_linked_before_is_the_work_of_its_creator() {
    String creation =
        "libjvm.so Unsafe_AllocateInstance <- jdk.internal.misc.Unsafe.allocateInstance <-"
            + " java.lang.invoke.DirectMethodHandle.allocateInstance <-"
            + " java.lang.invoke.DirectMethodHandle$Holder.newInvokeSpecial <-"
            + " java.lang.invoke.Invokers$Holder.linkToTargetMethod <- ";
    assertEquals(
        Cause.REGEX,
        onCpu(1, creation + "java.util.regex.Pattern.Single <- example.Handler.handleRequest")
            .cause());
    assertEquals(Cause.USER_CODE, onCpu(2, creation + "example.Handler.handleRequest").cause());
  }

  @Test
  void class_loading_belongs_to_the_library_of_the_class_that_the_thread_loads_next() {
    start
        .loaded(1, "example.Handler", "file:/var/task/")
        .loaded(5, "com.google.common.collect.ImmutableMap", GUAVA_JAR)
        .loaded(9, "com.google.common.collect.RegularImmutableMap", GUAVA_JAR);
    Classifier.Meaning parsing =
        onCpu(
            6,
            "libjvm.so ClassFileParser::parse_methods <- java.lang.ClassLoader.defineClass1 <-"
                + " example.Handler.handleRequest");
    assertEquals(GUAVA, parsing.owner());
    assertEquals("com.google.common.collect.RegularImmutableMap", parsing.definedClass());
    assertTrue(parsing.ownerIsFunctions());
    Classifier.Meaning inflating =
        onCpu(
            4,
            "libzip.so inflate_fast <- java.util.zip.Inflater.inflateBytesBytes <-"
                + " java.lang.ClassLoader.loadClass <- example.Handler.handleRequest");
    assertEquals("com.google.common.collect.ImmutableMap", inflating.definedClass());
  }

  @Test
  void a_class_that_is_verified_was_loaded_before_and_other_jars_are_not_for_classes() {
    start.loaded(5, "com.google.common.collect.ImmutableMap", GUAVA_JAR);
    Classifier.Meaning verifying =
        onCpu(1, "libjvm.so ClassVerifier::verify_method <- example.Handler.handleRequest");
    assertEquals("function", verifying.owner());
    assertEquals("", verifying.definedClass());
    Classifier.Meaning reading =
        onCpu(
            2,
            "libzip.so inflate_fast <- java.util.zip.Inflater.inflateBytesBytes <-"
                + " example.Handler.handleRequest");
    assertEquals("function", reading.owner());
    assertEquals("", reading.definedClass());
  }

  @Test
  void work_that_nobody_asked_for_belongs_to_the_jdk() {
    Classifier.Meaning booting = onCpu(1, "libjvm.so Threads::create_vm");
    assertEquals("JDK", booting.owner());
    assertFalse(booting.ownerIsFunctions());
  }

  @Test
  void the_runtimes_own_wait_is_named_and_others_by_their_peers() {
    String read = "sun.nio.ch.NioSocketImpl.read <- example.Handler.handleRequest";
    assertEquals(
        "Runtime API", blocked(ThreadSample.Wait.Kind.NETWORK, "127.0.0.1:9001", read).owner());
    assertEquals(
        "127.0.0.1:8000", blocked(ThreadSample.Wait.Kind.NETWORK, "127.0.0.1:8000", read).owner());
    Classifier.Meaning unknown = blocked(ThreadSample.Wait.Kind.NETWORK, "", read);
    assertEquals(Cause.NETWORK_WAIT, unknown.cause());
    assertEquals("unknown peer", unknown.owner());
  }

  @ParameterizedTest
  @CsvSource({
    "SLEEP, example.Handler.pause, SLEEP, java.lang.Thread.sleep0 <- java.lang.Thread.sleep <-"
        + " example.Handler.pause",
    "SLEEP, example.Handler.pause, LOCK, java.lang.Thread.sleepNanos0 <- example.Handler.pause",
    "LOCK_WAIT, example.Handler.join, LOCK, jdk.internal.misc.Unsafe.park <-"
        + " java.util.concurrent.locks.LockSupport.park <- example.Handler.join",
    "LOCK_WAIT, example.Handler.join, LOCK, java.lang.Object.wait0 <- java.lang.Thread.join <-"
        + " example.Handler.join",
    "FILE_WAIT, example.Handler.read, FILE, java.io.FileInputStream.readBytes <-"
        + " example.Handler.read",
    "GC, collections, LOCK, libjvm.so VMThread::wait_until_executed <- libjvm.so"
        + " SerialHeap::mem_allocate_work <- java.util.Arrays.copyOf <- example.Handler.read",
    "VM_WAIT, compile queue, LOCK, libjvm.so CompileBroker::compile_method_base <-"
        + " example.Handler.read",
    "VM_WAIT, safepoint, LOCK, libjvm.so SafepointSynchronize::block <- example.Handler.read",
    "VM_WAIT, start of a thread, LOCK, libjvm.so JavaThread::create_thread <- java.lang.Thread"
        + ".start0",
    "VM_WAIT, class loading lock, OTHER, libjvm.so SystemDictionary::resolve_instance_class_or_null"
        + " <- example.Handler.read",
    "VM_WAIT, example.Handler.read, OTHER, example.Handler.read",
    "VM_WAIT, JVM, NONE, ''"
  })
  void a_wait_has_its_cause_and_its_place(
      Cause cause, String owner, ThreadSample.Wait.Kind kind, String stack) {
    Classifier.Meaning meaning = blocked(kind, "", stack);
    assertEquals(cause, meaning.cause());
    assertEquals(owner, meaning.owner());
  }
}
