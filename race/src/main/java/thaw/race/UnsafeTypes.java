package thaw.race;

import java.util.Set;

/** Types whose objects threads may not share, by their names with slashes. */
final class UnsafeTypes {
  private static final Set<String> COLLECTIONS =
      Set.of(
          "java/util/HashMap",
          "java/util/LinkedHashMap",
          "java/util/TreeMap",
          "java/util/WeakHashMap",
          "java/util/IdentityHashMap",
          "java/util/EnumMap",
          "java/util/HashSet",
          "java/util/LinkedHashSet",
          "java/util/TreeSet",
          "java/util/ArrayList",
          "java/util/LinkedList",
          "java/util/ArrayDeque",
          "java/util/PriorityQueue",
          "java/util/BitSet");
  private static final Set<String> TOOLS =
      Set.of(
          "java/text/SimpleDateFormat",
          "java/text/DateFormat",
          "java/text/DecimalFormat",
          "java/text/NumberFormat",
          "java/text/MessageFormat",
          "java/util/Calendar",
          "java/util/GregorianCalendar",
          "java/security/MessageDigest",
          "java/security/Signature",
          "javax/crypto/Cipher",
          "javax/crypto/Mac",
          "java/util/regex/Matcher",
          "java/lang/StringBuilder",
          "java/util/StringJoiner",
          "java/util/Scanner",
          "java/nio/ByteBuffer",
          "java/sql/Connection",
          "java/sql/Statement",
          "java/sql/PreparedStatement",
          "javax/xml/parsers/DocumentBuilder");
  private static final Set<String> CHANGES =
      Set.of(
          "put",
          "putAll",
          "putIfAbsent",
          "computeIfAbsent",
          "computeIfPresent",
          "compute",
          "merge",
          "replace",
          "replaceAll",
          "remove",
          "removeIf",
          "removeAll",
          "retainAll",
          "clear",
          "add",
          "addAll",
          "addFirst",
          "addLast",
          "set",
          "offer",
          "poll",
          "pollFirst",
          "pollLast",
          "push",
          "pop",
          "sort",
          "removeFirst",
          "removeLast",
          "flip");

  private UnsafeTypes() {}

  static boolean test(String type) {
    return COLLECTIONS.contains(type) || TOOLS.contains(type) || isBuilder(type);
  }

  private static boolean isBuilder(String type) {
    return type.startsWith("software/amazon/awssdk/") && type.endsWith("Builder");
  }

  /**
   * Returns whether this call of an object of that type must not be made by two threads at a time.
   */
  static boolean isUnsafe(String type, String method) {
    return COLLECTIONS.contains(type) ? CHANGES.contains(method) : test(type);
  }
}
