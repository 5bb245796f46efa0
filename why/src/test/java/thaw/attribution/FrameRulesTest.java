package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What single frames say, with the names that JDK 17 and 25 and Linux 6 give them. */
class FrameRulesTest {
  private final FrameRules rules = new FrameRules();

  private Optional<Cause> of(String frame) {
    return rules.of(StackText.line(frame).getFirst());
  }

  @ParameterizedTest
  @CsvSource({
    "CLASS_PARSE, 'libjvm.so ClassFileParser::parse_constant_pool_entries(ClassFileStream const*,"
        + " ConstantPool*, int, JavaThread*)'",
    "CLASS_PARSE, 'libjvm.so KlassFactory::create_from_stream'",
    "CLASS_PARSE, libjimage.so ImageFileReader::getResource",
    "CLASS_PARSE, libjimage.so ?",
    "CLASS_VERIFY, 'libjvm.so ClassVerifier::verify_method(methodHandle const&, JavaThread*)'",
    "CLASS_VERIFY, libjvm.so StackMapTable::match_stackmap",
    "CLASS_LINK, libjvm.so Rewriter::rewrite_bytecodes",
    "CLASS_LINK, libjvm.so klassVtable::initialize_vtable",
    "CLASS_LINK, libjvm.so InstanceKlass::link_class_impl",
    "CLASS_DEFINE, libjvm.so SystemDictionary::define_instance_class",
    "CLASS_DEFINE, libjvm.so jvm_define_class_common",
    "ARCHIVE_RESTORE, libjvm.so SystemDictionary::load_shared_class",
    "ARCHIVE_RESTORE, libjvm.so InstanceKlass::restore_unshareable_info",
    "ARCHIVE_RESTORE, libjvm.so AOTMetaspace::initialize",
    "RESOLUTION, libjvm.so LinkResolver::resolve_invoke",
    "RESOLUTION, 'libjvm.so ConstantPool::klass_at_impl(constantPoolHandle const&, int,"
        + " JavaThread*)'",
    "RESOLUTION, libjvm.so InterpreterRuntime::resolve_from_cache",
    "INVOKEDYNAMIC, libjvm.so SystemDictionary::find_method_handle_intrinsic",
    "INVOKEDYNAMIC, libjvm.so LinkResolver::resolve_invokedynamic",
    "INVOKEDYNAMIC, libjvm.so MethodHandles::resolve_MemberName",
    "JIT_MUTATOR, libjvm.so CompilationPolicy::event",
    "JIT_MUTATOR, libjvm.so CompileBroker::compile_method_base",
    "JIT_MUTATOR, libjvm.so Deoptimization::uncommon_trap_inner",
    "SAFEPOINT, libjvm.so java_lang_Throwable::fill_in_stack_trace",
    "SAFEPOINT, libjvm.so SafepointMechanism::process",
    "GC, libjvm.so MemAllocator::allocate",
    "GC, libjvm.so DefNewGeneration::collect",
    "JAR_IO, libzip.so inflate_fast",
    "JAR_IO, libz.so.1.2.13 inflate",
    "KERNEL_NETWORK, kernel tcp_sendmsg_locked",
    "KERNEL_NETWORK, kernel __sys_recvfrom",
    "KERNEL_FILE, kernel vfs_read",
    "KERNEL_FILE, kernel do_sys_openat2",
    "KERNEL_FILE, kernel ext4_file_read_iter"
  })
  void native_and_kernel_frames_say_what_they_do(Cause cause, String frame) {
    assertEquals(Optional.of(cause), of(frame), frame);
  }

  @ParameterizedTest
  @CsvSource({
    "JAR_IO, java.util.zip.Inflater.inflateBytesBytes",
    "JAR_IO, java.util.jar.JarFile.getEntry",
    "JAR_IO, jdk.internal.loader.URLClassPath$JarLoader.getResource",
    "CLASS_LOADER, jdk.internal.loader.BuiltinClassLoader.loadClassOrNull",
    "CLASS_LOADER, java.lang.ClassLoader.loadClass",
    "CLASS_LOADER, java.util.ServiceLoader$LazyClassPathLookupIterator.parse",
    "CLASS_LOADER, java.net.URLClassLoader.findClass",
    "INVOKEDYNAMIC, java.lang.invoke.MethodHandleNatives.linkCallSite",
    "INVOKEDYNAMIC, java.lang.invoke.InnerClassLambdaMetafactory.spinInnerClass",
    "INVOKEDYNAMIC, jdk.internal.classfile.impl.DirectClassBuilder.build",
    "INVOKEDYNAMIC, jdk.internal.org.objectweb.asm.ClassWriter.toByteArray",
    "REFLECTION, java.lang.Class.getDeclaredMethods0",
    "REFLECTION, java.lang.reflect.Method.getGenericReturnType",
    "REFLECTION, jdk.internal.reflect.MethodHandleAccessorFactory.newMethodAccessor",
    "CRYPTO, sun.security.provider.SHA2.implCompress0",
    "CRYPTO, javax.net.ssl.SSLContext.getInstance",
    "CRYPTO, java.security.SecureRandom.<init>",
    "NETWORK_CODE, sun.nio.ch.NioSocketImpl.connect",
    "NETWORK_CODE, java.net.InetAddress.getAllByName",
    "REGEX, java.util.regex.Pattern.compile",
    "STATIC_INIT, java.math.BigDecimal.<clinit>",
    "JSON, com.fasterxml.jackson.databind.ObjectMapper.readValue",
    "JSON, com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.core.JsonFactory.createParser",
    "JSON, software.amazon.awssdk.thirdparty.jackson.core.JsonFactory.createParser",
    "JSON, com.amazonaws.services.lambda.runtime.serialization.PojoSerializer.fromJson",
    "INJECTION, com.google.inject.internal.InjectorImpl.getInstance",
    "INJECTION," + " org.springframework.beans.factory.support.DefaultListableBeanFactory.getBean",
    "CRYPTO, io.netty.handler.ssl.SslContext.newHandler"
  })
  void java_frames_say_it_by_package(Cause cause, String frame) {
    assertEquals(Optional.of(cause), of(frame), frame);
  }

  /** Others run inside of them; what they are there for, the frames below say. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.util.HashMap.put",
        "java.util.stream.ReferencePipeline.collect",
        "java.lang.invoke.LambdaForm$MH.invoke",
        "java.lang.invoke.LambdaForm$DMH.newInvokeSpecial",
        "java.lang.invoke.DirectMethodHandle$Holder.invokeStatic",
        "java.lang.invoke.Invokers.checkCustomized",
        "java.lang.invoke.VarHandle.acquireFence",
        "java.net.URI.create",
        "java.net.URL.<init>",
        "java.security.AccessController.doPrivileged",
        "java.lang.reflect.Method.invoke",
        "java.lang.reflect.Constructor.newInstanceWithCaller",
        "jdk.internal.reflect.DirectMethodHandleAccessor.invoke",
        "jdk.internal.reflect.NativeMethodAccessorImpl.invoke0",
        "com.acme.shop.Handler.handleRequest",
        "libjvm.so JavaCalls::call_helper",
        "libc.so.6 __memcpy_avx_unaligned_erms",
        "libjava.so Java_java_lang_Class_forName0",
        "kernel entry_SYSCALL_64_after_hwframe"
      })
  void frames_of_which_nothing_follows_say_nothing(String frame) {
    assertEquals(Optional.empty(), of(frame), frame);
  }

  /** A static initialiser runs once, whatever class it is of. */
  @Test
  void a_static_initialiser_of_neutral_code_is_not_neutral() {
    assertEquals(Optional.of(Cause.INVOKEDYNAMIC), of("java.lang.invoke.Invokers.<clinit>"));
    assertEquals(Optional.of(Cause.NETWORK_CODE), of("java.net.URI.<clinit>"));
  }

  @Test
  void libraries_that_are_named_like_the_jdk_are_none_of_it() {
    assertTrue(FrameRules.isJdk("javax.crypto.Cipher"));
    assertTrue(FrameRules.isJdk("com.sun.crypto.provider.AESCipher"));
    assertTrue(FrameRules.isJdk("sun.misc.Unsafe"));
    assertFalse(FrameRules.isJdk("javax.inject.Provider"));
    assertFalse(FrameRules.isJdk("jakarta.inject.Provider"));
    assertFalse(FrameRules.isJdk("com.sun.jersey.api.core.ResourceConfig"));
    assertFalse(FrameRules.isJdk("javassist.ClassPool"));
    assertFalse(FrameRules.isJdk("sunny.Day"));
  }

  @ParameterizedTest
  @CsvSource({
    "true, kernel clear_page_erms <- kernel exc_page_fault <- libc.so.6 memset",
    "true, kernel filemap_map_pages <- kernel handle_mm_fault <- kernel do_user_addr_fault <-"
        + " kernel asm_exc_page_fault <- libjvm.so ClassFileParser::parse_stream",
    "true, kernel do_mem_abort <- example.Handler.fill",
    "false, kernel vfs_read <- libc.so.6 read",
    "false, libjvm.so ClassFileParser::parse_stream <- kernel exc_page_fault",
    "false, example.Handler.fill"
  })
  void a_page_fault_is_one_wherever_in_it_the_kernel_was(boolean expected, String stack) {
    assertEquals(expected, rules.isPageFault(StackText.line(stack)));
  }

  @ParameterizedTest
  @CsvSource({
    "true, libthawprobe.so on_signal <- libjvm.so JavaCalls::call",
    "true, libc.so.6 write <- libthawprobe.so flush <- example.Handler.run",
    "true, libjvm.so JvmtiExport::post_class_prepare <- libjvm.so InstanceKlass::link_class_impl",
    "true, kernel ksys_write <- libc.so.6 write <- libjvm.so LogFileStreamOutput::write <-"
        + " libjvm.so InstanceKlass::print_class_load_logging",
    "false, example.Handler.run <- libthawprobe.so begin",
    "false, libjvm.so ClassFileParser::parse_stream",
    "false, kernel ksys_write <- java.io.FileOutputStream.writeBytes"
  })
  void what_the_observer_does_is_known_by_its_frames(boolean expected, String stack) {
    assertEquals(expected, rules.isObserver(StackText.line(stack)));
  }

  @ParameterizedTest
  @CsvSource({
    "true, java.util.zip.Inflater.inflate <- jdk.internal.loader.Resource.getBytes <-"
        + " jdk.internal.loader.BuiltinClassLoader.defineClass",
    "true, kernel vfs_read <- libjvm.so ClassLoader::load_class <- libjvm.so"
        + " SystemDictionary::load_instance_class",
    "true, java.util.jar.JarFile.getEntry <- java.net.URLClassLoader.findClass <-"
        + " java.lang.ClassLoader.loadClass <- example.Handler.run",
    "false, java.util.zip.Inflater.inflate <- example.Handler.run <-"
        + " java.lang.ClassLoader.loadClass",
    "false, java.util.jar.JarFile.getEntry <- java.net.URLClassLoader.getResource",
    "false, ''"
  })
  void jars_are_read_for_classes_only_below_a_class_loader(boolean expected, String stack) {
    assertEquals(expected, FrameRules.isClassLoading(StackText.line(stack)));
  }
}
