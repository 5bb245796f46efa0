package thaw.heap;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks in a heap for TCP connections with their pools, and for what is shown to databases. */
final class ConnectionSearch {
  private static final String HIKARI = "HikariCP";
  private static final String JDBC = "JDBC";

  /** The pools, by the packages of their classes. */
  private static final Map<String, String> POOLS =
      Map.of(
          "com.zaxxer.hikari.",
          HIKARI,
          "io.agroal.",
          "Agroal",
          "org.apache.tomcat.jdbc.pool.",
          "Tomcat JDBC",
          "org.apache.commons.dbcp2.",
          "DBCP",
          "com.mchange.v2.c3p0.",
          "c3p0",
          "io.r2dbc.pool.",
          "R2DBC");

  /** What pools keep a connection in, in a field of that name. */
  private static final Set<String> ENTRIES =
      Set.of(
          "com.zaxxer.hikari.pool.PoolEntry",
          "io.agroal.pool.ConnectionHandler",
          "org.apache.tomcat.jdbc.pool.PooledConnection",
          "org.apache.commons.dbcp2.PoolableConnection");

  /** The fields by which these lead to their pool. */
  private static final Map<String, String> POOL_OF_ENTRY =
      Map.of(
          HIKARI,
          "hikariPool",
          "Agroal",
          "connectionPool",
          "Tomcat JDBC",
          "parent",
          "DBCP",
          "pool");

  private static final Set<String> SOURCES =
      Set.of(
          "io.agroal.pool.DataSource",
          "org.apache.tomcat.jdbc.pool.DataSource",
          "org.apache.commons.dbcp2.BasicDataSource");

  private static final int MOST_BEHIND_ENTRY = 5_000;

  /** Drivers whose connections no pool need have. */
  private static final List<String> DRIVERS =
      List.of("org.postgresql.", "com.mysql.cj.", "org.mariadb.jdbc.", "software.amazon.jdbc.");

  /** A socket of {@code java.net}, and one of {@code java.nio}. */
  private static final String SOCKET = "java.net.SocketImpl";

  private static final String CHANNEL = "sun.nio.ch.SocketChannelImpl";

  /** Fields that have a password, by the class that declares them. */
  private static final Map<String, String> PASSWORDS =
      Map.of(
          "com.zaxxer.hikari.HikariConfig", "password",
          "com.zaxxer.hikari.util.Credentials", "password",
          "io.agroal.api.security.SimplePassword", "word",
          "org.postgresql.ds.common.BaseDataSource", "password",
          "org.apache.tomcat.jdbc.pool.PoolProperties", "password");

  private static final int LONGEST_NAME = 256;
  private static final int LONGEST_TOKEN = 8192;
  private static final int SHORTEST_TOKEN = 100;

  /** {@code HOST:PORT/?Action=connect&...}, which begins a token of RDS or DSQL. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?:https?://)?([\\w.-]+)(?::\\d+)?/?\\?(?:.*&)?Action=(?i:connect|DbConnect).*");

  private static final Pattern MADE = Pattern.compile("X-Amz-Date=(\\d{8}T\\d{6}Z)");
  private static final Pattern HOLDS = Pattern.compile("X-Amz-Expires=(\\d{1,6})");

  private final Heap heap;
  private final ApplicationLoaders own;
  private final HeapPaths reach;
  private final FunctionCode code;
  private final Map<Integer, Integer> entries = new HashMap<>(); // of pools, by their sockets

  private ConnectionSearch(Heap heap, ApplicationLoaders own, HeapPaths reach, FunctionCode code) {
    this.heap = heap;
    this.own = own;
    this.reach = reach;
    this.code = code;
  }

  /**
   * @param reach with nothing at which it ends
   */
  static HeldConnections in(Heap heap, ApplicationLoaders own, HeapPaths reach, FunctionCode code)
      throws BadHeapDump {
    ConnectionSearch search = new ConnectionSearch(heap, own, reach, code);
    search.addEntries();
    Set<HeldConnection> connections = new LinkedHashSet<>();
    Map<String, HeldLogin> logins = new LinkedHashMap<>();
    for (int object = 0; object < heap.size(); object++) {
      if (reach.reached(object) && heap.classOf(object).isPresent()) {
        search.connection(object).ifPresent(connections::add);
        Optional<HeldLogin> login = search.login(object);
        login.ifPresent(each -> logins.putIfAbsent(each.kind() + each.place(), each));
      }
    }
    return new HeldConnections(List.copyOf(connections), List.copyOf(logins.values()));
  }

  private Optional<HeldConnection> connection(int object) throws BadHeapDump {
    int address;
    int port;
    int localPort;
    if (is(object, SOCKET)) {
      address = at(object, "address");
      port = number(object, "port");
      localPort = number(object, "localport");
    } else if (heap.className(object).equals(CHANNEL)) {
      int remote = at(at(object, "remoteAddress"), "holder");
      address = at(remote, "addr");
      port = number(remote, "port");
      localPort = number(at(at(object, "localAddress"), "holder"), "port");
    } else {
      return Optional.empty();
    }
    if (port == 0 || localPort == 0) {
      return Optional.empty(); // it listens, or was never connected
    }
    Owner owner = owner(object);
    return Optional.of(
        new HeldConnection(
            owner.pool(),
            owner.name(),
            owner.place(),
            owner.isField(),
            owner.library(),
            host(address),
            port,
            localPort));
  }

  /** What holds a connection. */
  private record Owner(String pool, String name, String place, boolean isField, boolean library) {}

  private Owner owner(int socket) throws BadHeapDump {
    Integer entry = entries.get(socket);
    if (entry != null) {
      return ofPool(entry);
    }
    String pool = "";
    int held = socket;
    for (int each : reach.chain(socket)) {
      if (DRIVERS.stream().anyMatch(heap.className(each)::startsWith)) {
        pool = JDBC;
        held = each; // the outermost
      }
    }
    return owner(pool, "", held);
  }

  private Owner ofPool(int entry) throws BadHeapDump {
    String library = pool(heap.className(entry));
    int pool = at(entry, POOL_OF_ENTRY.getOrDefault(library, ""));
    int source = library.equals(HIKARI) ? at(pool, "config") : source(pool);
    String name = library.equals(HIKARI) ? text(at(pool, "poolName")) : "";
    return owner(library, name, source != LongTable.ABSENT ? source : pool);
  }

  /** The data source that the pool is in, where it is no class of the pool's own. */
  private int source(int pool) {
    for (int object = 0; object < heap.size(); object++) {
      if (pool != LongTable.ABSENT
          && SOURCES.contains(heap.className(object))
          && (at(object, "connectionPool") == pool || at(object, "pool") == pool)) {
        return object;
      }
    }
    return LongTable.ABSENT;
  }

  private Owner owner(String pool, String name, int held) {
    Optional<HeapPaths.Way> way =
        held == LongTable.ABSENT ? Optional.empty() : reach.way(held, own);
    return new Owner(
        pool,
        name,
        way.map(ConnectionSearch::place).orElse(""),
        !pool.isEmpty() && way.filter(each -> each.field().matches("\\w+")).isPresent(),
        way.isEmpty() || code.isLibrary(way.get().start().name()));
  }

  /**
   * Finds the socket of each pool's entry: the nearest one behind its connection. By the shortest
   * way from a static field it may be found elsewhere, as drivers keep lists of what is open.
   */
  private void addEntries() {
    for (int object = 0; object < heap.size(); object++) {
      if (ENTRIES.contains(heap.className(object))) {
        int entry = object;
        nearest(at(entry, "connection")).ifPresent(socket -> entries.put(socket, entry));
      }
    }
  }

  private Optional<Integer> nearest(int from) {
    Set<Integer> seen = new LinkedHashSet<>();
    Deque<Integer> queue = new ArrayDeque<>();
    if (from != LongTable.ABSENT) {
      seen.add(from);
      queue.add(from);
    }
    for (Integer next = queue.poll();
        next != null && seen.size() < MOST_BEHIND_ENTRY;
        next = queue.poll()) {
      int each = next;
      if (isConnected(each)) {
        return Optional.of(each);
      }
      if (each == from || pool(heap.className(each)).isEmpty()) { // not into the pool again
        heap.references(
            each,
            id -> {
              int object = heap.find(id);
              if (object != LongTable.ABSENT && seen.add(object)) {
                queue.add(object);
              }
            });
      }
    }
    return Optional.empty();
  }

  private boolean isConnected(int object) {
    return is(object, SOCKET) && number(object, "port") != 0 && number(object, "localport") != 0
        || heap.className(object).equals(CHANNEL)
            && at(object, "remoteAddress") != LongTable.ABSENT;
  }

  private static String pool(String className) {
    return POOLS.entrySet().stream()
        .filter(each -> className.startsWith(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }

  /** {@code com.example.Handler.DATA}, whatever is behind that. */
  private static String place(HeapPaths.Way way) {
    return way.start().shownName() + "." + way.field().split("[.\\[]", 2)[0];
  }

  private Optional<HeldLogin> login(int object) throws BadHeapDump {
    if (heap.className(object).equals("java.lang.String")) {
      return token(object);
    }
    String field = "";
    for (Map.Entry<String, String> each : PASSWORDS.entrySet()) {
      field = is(object, each.getKey()) ? each.getValue() : field;
    }
    String password = field.isEmpty() ? "" : text(at(object, field));
    if (password.isEmpty()
        || TOKEN.matcher(password).matches()
        || code.given().stream().anyMatch(given -> given.contains(password))) {
      return Optional.empty();
    }
    Optional<HeapPaths.Way> way = reach.way(object, own);
    String type = heap.className(object);
    return Optional.of(
        new HeldLogin(
            HeldLogin.Kind.PASSWORD,
            way.map(ConnectionSearch::place).orElse(""),
            type.substring(type.lastIndexOf('.') + 1),
            "",
            0));
  }

  private Optional<HeldLogin> token(int string) throws BadHeapDump {
    int value = at(string, "value");
    if (value == LongTable.ABSENT
        || heap.primitives(value, SHORTEST_TOKEN).map(bytes -> bytes.length).orElse(0)
            < SHORTEST_TOKEN) {
      return Optional.empty();
    }
    String text = heap.string(string, LONGEST_NAME).orElse("");
    if (!text.contains("Action=")) {
      return Optional.empty();
    }
    text = heap.string(string, LONGEST_TOKEN).orElse("");
    Matcher host = TOKEN.matcher(text);
    Matcher made = MADE.matcher(text);
    Matcher holds = HOLDS.matcher(text);
    if (!host.matches() || !made.find() || !holds.find()) {
      return Optional.empty();
    }
    return reach
        .way(string, own)
        .map(way ->
            new HeldLogin(
                HeldLogin.Kind.TOKEN,
                place(way),
                host.group(1),
                made.group(1),
                Integer.parseInt(holds.group(1))));
  }

  private boolean is(int object, String className) {
    for (Optional<HeapClass> each = heap.classOf(object);
        each.isPresent();
        each = heap.byId(each.get().superId())) {
      if (each.get().name().equals(className)) {
        return true;
      }
    }
    return false;
  }

  private int at(int object, String field) {
    return object == LongTable.ABSENT
        ? LongTable.ABSENT
        : heap.find(heap.bits(object, field).orElse(0L));
  }

  private int number(int object, String field) {
    return object == LongTable.ABSENT ? 0 : heap.bits(object, field).orElse(0L).intValue();
  }

  private String text(int string) throws BadHeapDump {
    return string == LongTable.ABSENT ? "" : heap.string(string, LONGEST_TOKEN).orElse("");
  }

  private String host(int address) throws BadHeapDump {
    int holder = at(address, "holder");
    String name = text(at(holder, "hostName"));
    if (!name.isEmpty()) {
      return name;
    }
    int number = number(holder, "address");
    List<String> parts = new ArrayList<>();
    for (int shift = 24; shift >= 0; shift -= 8) {
      parts.add(Integer.toString((number >>> shift) & 0xff));
    }
    return number == 0 ? "" : String.join(".", parts);
  }
}
