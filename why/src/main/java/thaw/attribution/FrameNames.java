package thaw.attribution;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of functions, classes and packages that tell a cause: those of HotSpot 17 to 25, Linux 5
 * and 6, and well-known libraries. Refuses to know in which order a stack is read.
 */
final class FrameNames {
  /** Work of the probe and of the log that it reads: the function does without. */
  static final Pattern OBSERVER =
      Pattern.compile(
          "Jvmti|jvmti|LogFile|LogTagSet|LogMessage|LogOutput|LogDecorat|LogStream|LogPrefix"
              + "|print_class_load|class_load_logging|jmethod|AsyncGetCallTrace");

  static final Pattern PAGE_FAULT =
      Pattern.compile(
          "exc_page_fault|do_user_addr_fault|do_page_fault|do_mem_abort|handle_mm_fault"
              + "|do_translation_fault");

  /** The ways into the kernel that the code on the CPU did not take by itself. */
  static final Pattern INTERRUPT =
      Pattern.compile("asm_sysvec_|asm_common_interrupt|asm_exc_nmi|ret_from_intr|el0t?_(64_)?irq");

  record Rule(Cause cause, Pattern names) {
    Rule(Cause cause, String names) {
      this(cause, Pattern.compile(names));
    }
  }

  static final List<Rule> KERNEL =
      List.of(
          new Rule(
              Cause.KERNEL_NETWORK,
              "sock|tcp_|inet|unix_stream|__sys_(send|recv|connect|accept)|ip_|skb|net_"),
          new Rule(
              Cause.KERNEL_FILE,
              "vfs_|ksys_(read|write|pread|lseek)|do_sys_open|path_openat|mmap|munmap|filemap|ext4"
                  + "|ovl_|newfstat|do_stat|statx|getdents|readlink|do_filp|link_path|lookup"
                  + "|sys_read|sys_write|sys_open|sys_close|sys_access|faccessat|mprotect|madvise"
                  + "|iterate_dir|execve|load_elf|begin_new_exec|bprm"));

  /** The rules for code of the JVM, applied in this order: a frame may match several. */
  static final List<Rule> JVM =
      List.of(
          new Rule(
              Cause.INVOKEDYNAMIC,
              "find_method_handle|invokedynamic|invokehandle|MHN_|link_method_handle_constant"
                  + "|MethodHandles::|resolve_dynamic|link_call_site|BootstrapInfo"
                  + "|invoke_bootstrap_method|find_dynamic_call_site|LinkInfo"),
          new Rule(
              Cause.ARCHIVE_RESTORE,
              "load_shared|restore_unshareable|SystemDictionaryShared|FileMapInfo|MetaspaceShared"
                  + "|HeapShared|ArchiveHeap|AOTMetaspace|AOTLinkedClass|AOTMapped|AOTClassLocation"
                  + "|DynamicArchive|CDSConfig|RunTimeSharedDictionary|check_shared_class"),
          new Rule(
              Cause.CLASS_PARSE,
              "ClassFileParser|KlassFactory|ClassFileStream|ImageFileReader|ClassPathImageEntry"
                  + "|ImageDecompressor|JIMAGE_|JImage"),
          new Rule(
              Cause.CLASS_VERIFY, "ClassVerifier|StackMap|Verifier::|VerificationType|RawBytecode"),
          new Rule(
              Cause.CLASS_LINK,
              "Rewriter|klassVtable|klassItable|InstanceKlass::link_|Method::link_method"
                  + "|ConstantPoolCache::initialize|DefaultMethods|compute_(v|i)table"
                  + "|AdapterHandler|Method::make_adapters"),
          new Rule(Cause.JAR_IO, "ZIP_|Inflater|inflate|ClassPathZipEntry"),
          new Rule(
              Cause.RESOLUTION,
              "LinkResolver|ConstantPool::|InterpreterRuntime::(resolve|ldc|quicken|_new|checkcast)"
                  + "|Runtime1::patch|Runtime1::.*patching|LookupSwitch|klass_at"),
          new Rule(
              Cause.CLASS_DEFINE,
              "SystemDictionary::|Dictionary::|JVM_DefineClass|jvm_define_class"
                  + "|jvm_lookup_define_class|JVM_LookupDefineClass|add_to_hierarchy"
                  + "|ClassLoaderData|PackageEntry|ModuleEntry|PlaceholderTable"
                  + "|ClassHierarchyIterator|JVM_FindClass|JVM_FindLoadedClass|find_class_from"),
          new Rule(
              Cause.JIT_MUTATOR,
              "CompilationPolicy|CompileBroker|Deoptimiz|MethodData|nmethod|MethodCounters"
                  + "|CompilationMemory|DependencyContext|CodeCache"
                  + "|SharedRuntime::(resolve|find_callee|handle_wrong|reresolve)|CompiledIC"
                  + "|SignatureHandler|InterpreterRuntime::(frequency|prepare_native)"
                  + "|InvocationCounter|Interpreter::|Runtime1::counter_overflow|OopMapCache"),
          new Rule(
              Cause.SAFEPOINT,
              "fill_in_stack_trace|Exceptions::|exception_handler|SafepointM|SafepointS|Handshake"
                  + "|throw_|java_lang_Throwable|VMThread::execute"),
          new Rule(
              Cause.GC,
              "CollectedHeap|MemAllocator|GenCollect|DefNew|SerialHeap|SerialFullGC|TenuredGen"
                  + "|Metaspace::allocate|G1|ObjArray.*allocat|TypeArrayKlass::allocate"
                  + "|InterpreterRuntime::(newarray|anewarray)|ZHeap|ParallelScav|PSYoung"
                  + "|MemRegion|CardTable|BlockOffset"),
          new Rule(Cause.REFLECTION, "Reflection::|JVM_GetClass|get_class_declared|JVM_Invoke"));

  static final List<Rule> JDK =
      List.of(
          new Rule(
              Cause.JAR_IO,
              "java\\.util\\.(zip|jar)\\..*|jdk\\.internal\\.loader\\.(URLClassPath|Resource|FileURLMapper).*"
                  + "|sun\\.net\\.www\\.protocol\\.jar\\..*|jdk\\.internal\\.jimage\\..*"
                  + "|jdk\\.internal\\.util\\.jar\\..*|jdk\\.nio\\.zipfs\\..*"),
          new Rule(
              Cause.CLASS_LOADER,
              "jdk\\.internal\\.loader\\..*|java\\.lang\\.(ClassLoader|Module|ModuleLayer|NamedPackage|Package)(\\$.*)?"
                  + "|java\\.util\\.ServiceLoader.*|java\\.security\\.(SecureClassLoader|CodeSource|ProtectionDomain).*"
                  + "|java\\.net\\.URLClassLoader.*|jdk\\.internal\\.module\\..*|java\\.lang\\.module\\..*"),
          new Rule(
              Cause.INVOKEDYNAMIC,
              "java\\.lang\\.invoke\\..*|jdk\\.internal\\.classfile\\..*|java\\.lang\\.classfile\\..*"
                  + "|jdk\\.internal\\.org\\.objectweb\\.asm\\..*|java\\.lang\\.(runtime|constant)\\..*"
                  + "|jdk\\.internal\\.constant\\..*|sun\\.invoke\\..*"),
          new Rule(
              Cause.REFLECTION,
              "java\\.lang\\.reflect\\..*|jdk\\.internal\\.reflect\\..*|sun\\.reflect\\..*"
                  + "|java\\.lang\\.(Class\\$ReflectionData|PublicMethods.*|Class\\$AnnotationData)"
                  + "|java\\.lang\\.annotation\\..*"),
          new Rule(
              Cause.CRYPTO,
              "sun\\.security\\..*|javax\\.crypto\\..*|java\\.security\\..*|com\\.sun\\.crypto\\..*"
                  + "|javax\\.net\\.ssl\\..*|javax\\.security\\..*"),
          new Rule(
              Cause.NETWORK_CODE,
              "sun\\.nio\\.ch\\..*|java\\.net\\..*|sun\\.net\\..*|jdk\\.internal\\.net\\..*"
                  + "|java\\.nio\\.channels\\..*"),
          new Rule(Cause.REGEX, "java\\.util\\.regex\\..*"));

  /** JDK code that others run inside of: it says nothing of why. */
  static final Pattern NEUTRAL =
      Pattern.compile(
          "java\\.lang\\.invoke\\.(LambdaForm\\$(MH|DMH|VH|BMH|Kind).*|.*\\$Holder|Invokers"
              + "|VarHandle.*|BoundMethodHandle\\$Species.*)"
              + "|java\\.net\\.(URL|URI|URLStreamHandler|URLDecoder|URLEncoder|Parts)(\\$.*)?"
              + "|sun\\.net\\.(util\\..*|www\\.ParseUtil)"
              + "|java\\.security\\.(AccessController|AccessControlContext|PrivilegedAction.*)"
              + "|sun\\.security\\.(action|util\\.(Debug|SecurityConstants)).*"
              + "|java\\.lang\\.reflect\\.(Method|Constructor|Array|Proxy)"
              + "|jdk\\.internal\\.reflect\\.(Direct|NativeMethod|NativeConstructor|Delegating"
              + "|Generated).*");

  /** The methods that a linked method handle runs at each call. */
  static final Pattern LINKED_HANDLE =
      Pattern.compile(
          "allocateInstance|constructorMethod|internalMemberName(EnsureInit)?|checkReceiver"
              + "|checkBase|checkCast|nullCheck|fieldOffset|staticBase|staticOffset");

  static final Pattern JSON =
      Pattern.compile(
          "(.*\\.thirdparty\\.)?(com\\.fasterxml\\.jackson|jackson|com\\.google\\.gson|org\\.json"
              + "|jakarta\\.json|javax\\.json|tools\\.jackson|com\\.alibaba\\.fastjson|com\\.squareup\\.moshi"
              + "|com\\.jsoniter)\\..*|com\\.amazonaws\\.services\\.lambda\\.runtime\\.serialization\\..*"
              + "|thaw\\.wire\\.Json\\w*|thaw\\.runtime\\.Plain(Reader|Writer|Codec)"
              + "|io\\.micronaut\\.(serde|json)\\..*|software\\.amazon\\.awssdk\\.protocols\\.jsoncore\\..*");

  static final Pattern INJECTION =
      Pattern.compile(
          "com\\.google\\.inject\\..*|org\\.springframework\\.(beans|context|boot)\\..*|dagger\\..*"
              + "|io\\.micronaut\\.(context|inject)\\..*|io\\.quarkus\\.arc\\..*|org\\.glassfish\\.hk2\\..*"
              + "|org\\.jvnet\\.hk2\\..*|org\\.picocontainer\\..*|org\\.jboss\\.weld\\..*");

  static final Pattern CRYPTO_LIBRARY =
      Pattern.compile(
          "org\\.bouncycastle\\..*|io\\.netty\\.handler\\.ssl\\..*|org\\.conscrypt\\..*"
              + "|(.*\\.)?apache\\.http.*\\.ssl\\..*");

  static final Pattern JDK_CLASS =
      Pattern.compile(
          "(java|javax|jdk|sun|com\\.sun|org\\.(w3c\\.dom|xml\\.sax|ietf\\.jgss))\\..*|\\?");

  /** Packages of {@code javax} and {@code com.sun} that no JDK has. */
  static final Pattern NOT_JDK =
      Pattern.compile(
          "javax\\.(inject|servlet|ws|json|persistence|enterprise|validation|xml\\.bind|activation"
              + "|mail)\\..*|com\\.sun\\.(jersey|mail|jna|faces|activation)\\..*");

  private FrameNames() {}
}
