package thaw.remedy.priming;

import java.io.UncheckedIOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.DynamicConstantDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import thaw.attribution.evidence.PackageClasses;

/**
 * Finds the classes of a function whose static initialisers only make values, so that it does not
 * matter when they run. All code that they reach is read: it may call other such code and what the
 * JDK has for values and collections. Time, chance, settings, files, sockets, threads, logging and
 * calls whose target is decided at run time are none of that, and the class is then left to
 * requests.
 *
 * <p>Calls through the JDK's own interfaces of collections and functions are taken for what these
 * promise. Classes of the JDK are left alone.
 */
public final class ValueInitialisers implements Predicate<String> {
  private static final int MOST_METHODS = 2_000;
  private static final String INITIALISER = "<clinit>";

  private static final Set<String> VALUES =
      Set.of(
          "java/lang/Object",
          "java/lang/String",
          "java/lang/StringBuilder",
          "java/lang/Number",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Short",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Boolean",
          "java/lang/Double",
          "java/lang/Float",
          "java/lang/Math",
          "java/lang/Enum",
          "java/lang/Record",
          "java/lang/Iterable",
          "java/lang/Comparable",
          "java/lang/CharSequence",
          "java/lang/ThreadLocal",
          "java/util/Objects",
          "java/util/Optional",
          "java/util/Collections",
          "java/util/Arrays",
          "java/util/List",
          "java/util/Set",
          "java/util/Map",
          "java/util/Map$Entry",
          "java/util/Collection",
          "java/util/Iterator",
          "java/util/ArrayList",
          "java/util/LinkedList",
          "java/util/ArrayDeque",
          "java/util/HashMap",
          "java/util/LinkedHashMap",
          "java/util/TreeMap",
          "java/util/HashSet",
          "java/util/LinkedHashSet",
          "java/util/TreeSet",
          "java/util/EnumMap",
          "java/util/EnumSet",
          "java/util/BitSet",
          "java/util/Comparator",
          "java/util/StringJoiner",
          "java/util/IdentityHashMap",
          "java/util/WeakHashMap",
          "java/util/AbstractMap",
          "java/util/AbstractList",
          "java/util/AbstractMap$SimpleImmutableEntry",
          "java/util/concurrent/ConcurrentHashMap",
          "java/util/concurrent/ConcurrentMap",
          "java/util/concurrent/CopyOnWriteArrayList",
          "java/util/concurrent/TimeUnit",
          "java/util/concurrent/atomic/AtomicBoolean",
          "java/util/concurrent/atomic/AtomicInteger",
          "java/util/concurrent/atomic/AtomicLong",
          "java/util/concurrent/atomic/AtomicReference",
          "java/util/concurrent/locks/ReentrantLock",
          "java/util/stream/Stream",
          "java/util/stream/Collectors",
          "java/util/stream/Collector",
          "java/util/stream/IntStream",
          "java/util/regex/Pattern",
          "java/nio/charset/Charset",
          "java/nio/charset/StandardCharsets",
          "java/math/BigInteger",
          "java/math/BigDecimal",
          "java/time/Duration");

  /** The packages all of whose classes only make values. */
  private static final List<String> VALUE_PACKAGES = List.of("java/util/function/");

  /** The methods of those classes whose results depend on more than their arguments. */
  private static final Set<String> OTHERWISE =
      Set.of("random", "shuffle", "defaultCharset", "getInteger", "getLong", "getBoolean");

  /** The allowed methods of {@code java.lang.Class}. */
  private static final Set<String> OF_CLASS =
      Set.of("desiredAssertionStatus", "getName", "getSimpleName", "getEnumConstants");

  /** The methods that give a logger by its name and write nothing. */
  private static final Map<String, String> LOGGERS =
      Map.of(
          "org.slf4j.LoggerFactory",
          "getLogger",
          "java.util.logging.Logger",
          "getLogger",
          "org.apache.commons.logging.LogFactory",
          "getLog",
          "org.apache.logging.log4j.LogManager",
          "getLogger",
          "org.jboss.logging.Logger",
          "getLogger",
          "io.netty.util.internal.logging.InternalLoggerFactory",
          "getInstance");

  private final PackageClasses code;
  private final Set<String> loggers;
  private final Map<String, Optional<ClassModel>> read = new HashMap<>();
  private final Map<String, Boolean> known = new HashMap<>();

  /**
   * @param code of the function
   */
  public ValueInitialisers(PackageClasses code) {
    this(code, Set.of());
  }

  /**
   * @param before classes that are there by then: of logging among them, a logger is a value, since
   *     its configuration has been read
   */
  public ValueInitialisers(PackageClasses code, Collection<String> before) {
    this.code = code;
    this.loggers = new HashSet<>(LOGGERS.keySet());
    loggers.retainAll(before);
  }

  /**
   * @param className binary
   */
  @Override
  public boolean test(String className) {
    String name = className.replace('.', '/');
    Boolean decided = known.get(name);
    if (decided == null) {
      decided = model(name).isPresent() && makesValues(name);
      known.put(name, decided);
    }
    return decided;
  }

  private boolean makesValues(String name) {
    try {
      return new Walk().makesValues(name);
    } catch (IllegalArgumentException e) { // code is read late, and is malformed
      return false;
    }
  }

  private Optional<ClassModel> model(String name) {
    return read.computeIfAbsent(name, this::parsed);
  }

  private Optional<ClassModel> parsed(String name) {
    try {
      return code.find(name.replace('/', '.')).map(bytes -> ClassFile.of().parse(bytes));
    } catch (UncheckedIOException | IllegalArgumentException e) {
      return Optional.empty(); // nobody knows what it does
    }
  }

  private boolean isLogger(String owner, String method) {
    return loggers.contains(owner) && method.equals(LOGGERS.get(owner));
  }

  /** All code that one initialiser may run, from itself on. */
  private final class Walk {
    private final Set<String> initialised = new HashSet<>();
    private final Set<String> reached = new HashSet<>();
    private final Deque<MethodModel> open = new ArrayDeque<>();
    private String self = "";

    boolean makesValues(String name) {
      self = name;
      if (!initialises(name)) {
        return false;
      }
      while (!open.isEmpty()) {
        if (reached.size() > MOST_METHODS || !isOfValues(open.pop())) {
          return false;
        }
      }
      return true;
    }

    /**
     * Takes the initialiser of a class into the walk, with those of the types above it, which run
     * before. Returns false where one of these classes is neither known code nor one of values.
     */
    private boolean initialises(String name) {
      Optional<ClassModel> model = model(name);
      if (model.isEmpty()) {
        return isValueType(name);
      }
      if (!initialised.add(name)) {
        return true;
      }
      method(model.get(), INITIALISER, "()V").ifPresent(method -> reach(model.get(), method));
      return model.get().superclass().stream()
              .allMatch(above -> initialises(above.asInternalName()))
          && model.get().interfaces().stream()
              .map(ClassEntry::asInternalName)
              .allMatch(above -> model(above).isEmpty() || initialises(above));
    }

    private boolean isOfValues(MethodModel method) {
      if (method.flags().has(AccessFlag.NATIVE) || method.flags().has(AccessFlag.ABSTRACT)) {
        return false;
      }
      return method.code().isEmpty()
          || method.code().get().elementStream().allMatch(this::isOfValues);
    }

    private boolean isOfValues(CodeElement element) {
      return switch (element) {
        case InvokeInstruction call -> isOfValues(call);
        case InvokeDynamicInstruction dynamic -> isOfValues(dynamic);
        // Its bootstrap method may do anything.
        case ConstantInstruction.LoadConstantInstruction constant ->
            !(constant.constantValue() instanceof DynamicConstantDesc<?>);
        case NewObjectInstruction made -> initialises(made.className().asInternalName());
        case FieldInstruction field ->
            switch (field.opcode()) {
              case GETSTATIC -> initialises(field.owner().asInternalName()) && isSettled(field);
              case PUTSTATIC -> initialised.contains(field.owner().asInternalName());
              default -> true;
            };
        default -> true;
      };
    }

    /** Nobody gives the field another value later, unless the class itself does. */
    private boolean isSettled(FieldInstruction read) {
      String owner = read.owner().asInternalName();
      return owner.equals(self)
          || model(owner)
              .map(type ->
                  type.fields().stream()
                      .filter(each -> each.fieldName().equalsString(read.name().stringValue()))
                      .allMatch(each -> each.flags().has(AccessFlag.FINAL)))
              .orElse(true);
    }

    private boolean isOfValues(InvokeInstruction call) {
      String owner = call.owner().asInternalName();
      String name = call.name().stringValue();
      if (call.opcode() == Opcode.INVOKESTATIC && isLogger(owner.replace('/', '.'), name)) {
        return true;
      }
      Optional<ClassModel> model = model(owner);
      if (model.isEmpty()) {
        return owner.startsWith("[") ? name.equals("clone") : isOfTheJdksValues(owner, name);
      }
      if (call.opcode() == Opcode.INVOKESTATIC && !initialises(owner)) {
        return false;
      }
      boolean decidedLater =
          call.opcode() == Opcode.INVOKEVIRTUAL || call.opcode() == Opcode.INVOKEINTERFACE;
      return calls(model.get(), name, call.type().stringValue(), decidedLater);
    }

    /**
     * Takes the called method into the walk, which is in its class or one above. Returns false
     * where it is not known which one it is, or what it does.
     *
     * @param decidedLater by the object's class, so that it must be the only one
     */
    private boolean calls(ClassModel owner, String name, String descriptor, boolean decidedLater) {
      ClassModel in = owner;
      while (true) {
        Optional<MethodModel> method = method(in, name, descriptor);
        if (method.isPresent()) {
          return (!decidedLater || isFinal(owner.flags()) || isFinal(method.get().flags()))
              && reach(in, method.get());
        }
        String above = in.superclass().map(ClassEntry::asInternalName).orElse("");
        Optional<ClassModel> next = model(above);
        if (next.isEmpty()) {
          return isOfTheJdksValues(above, name);
        }
        in = next.get();
      }
    }

    private boolean reach(ClassModel in, MethodModel method) {
      String id =
          in.thisClass().asInternalName()
              + "."
              + method.methodName().stringValue()
              + method.methodType().stringValue();
      if (reached.add(id)) {
        open.push(method);
      }
      return true;
    }

    private boolean isOfValues(InvokeDynamicInstruction dynamic) {
      String maker = dynamic.bootstrapMethod().owner().displayName();
      if (maker.equals("StringConcatFactory") || maker.equals("ObjectMethods")) {
        return true;
      }
      if (!maker.equals("LambdaMetafactory")) {
        return false;
      }
      for (ConstantDesc argument : dynamic.bootstrapArgs()) {
        if (argument instanceof DirectMethodHandleDesc target && !isOfValues(target)) {
          return false;
        }
      }
      return true;
    }

    /** Tells whether the method that a lambda runs, possibly at once, only makes values. */
    private boolean isOfValues(DirectMethodHandleDesc target) {
      String owner = internal(target.owner());
      Optional<ClassModel> model = model(owner);
      if (model.isEmpty()) {
        return isOfTheJdksValues(owner, target.methodName());
      }
      boolean decidedLater =
          target.kind() == Kind.VIRTUAL || target.kind() == Kind.INTERFACE_VIRTUAL;
      return (decidedLater || initialises(owner))
          && calls(model.get(), target.methodName(), target.lookupDescriptor(), decidedLater);
    }
  }

  private static Optional<MethodModel> method(ClassModel in, String name, String descriptor) {
    return in.methods().stream()
        .filter(each ->
            each.methodName().equalsString(name) && each.methodType().equalsString(descriptor))
        .findFirst();
  }

  private static boolean isFinal(AccessFlags flags) {
    return flags.has(AccessFlag.FINAL) || flags.has(AccessFlag.PRIVATE);
  }

  private static String internal(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.startsWith("L")
        ? descriptor.substring(1, descriptor.length() - 1)
        : descriptor;
  }

  private static boolean isOfTheJdksValues(String owner, String method) {
    if (owner.equals("java/lang/Class")) {
      return OF_CLASS.contains(method);
    }
    return isValueType(owner) && !OTHERWISE.contains(method);
  }

  private static boolean isValueType(String jdkType) {
    return VALUES.contains(jdkType)
        || VALUE_PACKAGES.stream().anyMatch(jdkType::startsWith)
        || jdkType.matches("java/lang/\\w+(Exception|Error)");
  }
}
