package thaw.racing;

import java.lang.reflect.Modifier;
import java.text.Format;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.Calendar;
import java.util.Map;
import java.util.Set;

/** The promises of JDK classes to threads that share one of their objects. */
final class JdkTypes {
  private static final Set<String> READING =
      Set.of(
          "get",
          "getOrDefault",
          "contains",
          "containsKey",
          "containsValue",
          "size",
          "isEmpty",
          "iterator",
          "forEach",
          "stream",
          "entrySet",
          "keySet",
          "values",
          "peek",
          "first",
          "last",
          "firstKey",
          "lastKey",
          "indexOf",
          "hasNext",
          "next",
          "getKey",
          "getValue",
          "toString",
          "hashCode",
          "equals",
          "toArray",
          "getFirst",
          "getLast",
          "length",
          "charAt",
          "listIterator",
          "headMap",
          "tailMap",
          "subMap",
          "floorEntry",
          "ceilingEntry",
          "floorKey",
          "ceilingKey",
          "lowerEntry",
          "higherEntry",
          "lowerKey",
          "higherKey",
          "firstEntry",
          "lastEntry",
          "subList",
          "containsAll",
          "lastIndexOf",
          "substring",
          "subSequence",
          "getClass",
          "clone",
          "duplicate",
          "asReadOnlyBuffer",
          "descendingMap",
          "descendingSet",
          "descendingIterator");

  private JdkTypes() {}

  static boolean reads(Object target, String method) {
    return READING.contains(method) && !orderedByAccess(target);
  }

  private static boolean orderedByAccess(Object target) {
    return target instanceof java.util.WeakHashMap;
  }

  /** Returns whether threads that share it have to take turns by themselves. */
  static boolean isUnsafe(Object target) {
    String name = target.getClass().getName();
    if (isOrdering(target) || name.contains("Immutable") || name.contains("Unmodifiable")) {
      return false;
    }
    if (!name.startsWith("java.") && !name.startsWith("sun.") && !name.startsWith("com.sun.")) {
      return target instanceof java.sql.Connection || target instanceof java.sql.Statement;
    }
    return target instanceof AbstractMap
        || target instanceof AbstractCollection
        || target instanceof Format && !name.startsWith("java.time.")
        || target instanceof Calendar
        || target instanceof java.security.MessageDigest
        || target instanceof javax.crypto.Cipher
        || target instanceof javax.crypto.Mac
        || target instanceof java.security.Signature
        || target instanceof java.util.regex.Matcher
        || target instanceof java.util.Scanner
        || target instanceof java.util.StringJoiner
        || target instanceof StringBuilder
        || target instanceof java.nio.Buffer
        || target instanceof java.nio.charset.CharsetEncoder
        || target instanceof java.nio.charset.CharsetDecoder
        || target instanceof java.util.zip.CRC32
        || target instanceof java.util.BitSet
        || target instanceof java.util.SplittableRandom
        || target instanceof javax.xml.parsers.DocumentBuilder
        || target instanceof java.util.Iterator && !(target instanceof Map.Entry);
  }

  /**
   * The class that a developer knows an object by: the nearest public one, or an interface of JDBC.
   */
  static String publicName(Object target) {
    if (target instanceof java.sql.Connection) {
      return "java.sql.Connection";
    }
    if (target instanceof java.sql.Statement) {
      return "java.sql.Statement";
    }
    for (Class<?> at = target.getClass(); at != Object.class; at = at.getSuperclass()) {
      if (isPublic(at)
          && !at.getName().startsWith("sun.")
          && !at.getName().startsWith("com.sun.")) {
        return at.getCanonicalName();
      }
    }
    for (Class<?> at = target.getClass(); at != Object.class; at = at.getSuperclass()) {
      for (Class<?> type : at.getInterfaces()) {
        if (isPublic(type)) {
          return type.getCanonicalName();
        }
      }
    }
    return target.getClass().getName();
  }

  private static boolean isPublic(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
      if (!Modifier.isPublic(at.getModifiers())) {
        return false;
      }
    }
    return type.getCanonicalName() != null;
  }

  /** Returns whether each call holds the lock that is the object itself. */
  static boolean isOwnLock(Object target) {
    String name = target.getClass().getName();
    return name.startsWith("java.util.Collections$Synchronized")
        || name.equals("java.util.Hashtable")
        || name.equals("java.util.Properties")
        || name.equals("java.util.Vector")
        || name.equals("java.util.Stack");
  }

  /** Returns whether what one thread has done before a call is seen by another one after its call. */
  static boolean isOrdering(Object target) {
    String name = target.getClass().getName();
    return name.startsWith("java.util.concurrent.")
        || name.startsWith("java.util.Collections$Synchronized")
        || name.startsWith("java.util.Hashtable")
        || name.startsWith("java.util.Vector")
        || name.equals("java.util.Stack")
        || name.equals("java.util.Collections$SetFromMap") // of a concurrent map, as a rule
        || target instanceof StringBuffer
        || target instanceof Thread;
  }
}
