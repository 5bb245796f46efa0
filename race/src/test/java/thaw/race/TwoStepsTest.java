package thaw.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.fixture.FirstCases;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;

/** Process tests: updates in two steps, and the patterns that look like them and are sound. */
@Tag("linux")
@SideBySide
class TwoStepsTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void compile() throws IOException {
    Sources.compile(folder.resolve("function"), CONTEXT, LOGGER, CODE);
    Files.writeString(
        folder.resolve("template.yaml"),
        "Transform: AWS::Serverless-2016-10-31\nResources:\n"
            + METHODS
                .lines()
                .map(name ->
                    ("  %s: {Type: AWS::Serverless::Function, Properties: {CodeUri: function,"
                            + " Handler: 'com.example.Steps::%s', Runtime: java21, MemorySize:"
                            + " 512}}\n")
                        .formatted(name, name))
                .collect(Collectors.joining()));
  }

  private static RaceResult raced(String function) throws InterruptedException {
    List<EventChoice> events =
        List.of(
            EventChoice.of(Optional.of("{\"user\": \"ann\"}")),
            EventChoice.of(Optional.of("{\"user\": \"mary\"}")));
    return RaceJob.run(
        RaceRequest.of(SourceChoice.of(folder), FunctionChoice.of(Optional.of(function)), events),
        Progress.SILENT);
  }

  private static String found(String function) throws InterruptedException {
    return raced(function).report().races().stream()
        .map(race -> race.kind() + " " + race.field())
        .collect(Collectors.joining(", "));
  }

  @FirstCases(value = 2, rest = "each is one more pattern of code in the same analysis")
  @ParameterizedTest
  @CsvSource({
    "twoHolds, LOST_UPDATE plain",
    "staleCheck, CHECK_THEN_ACT seats",
    "throughMethods, LOST_UPDATE number",
    "copyOnWrite, LOST_UPDATE users",
    "snapshot, LOST_UPDATE state",
    "atomicInTwo, LOST_UPDATE atomic",
    "lazyVolatile, CHECK_THEN_ACT tool",
    "mapOfTools, CHECK_THEN_ACT tools",
    "mapOfLists, CHECK_THEN_ACT lists",
    "mapOfCounters, CHECK_THEN_ACT counters",
    "listOnce, CHECK_THEN_ACT list",
    "lazyLocalOfRequest, LEAK LOCAL",
    "logsKeyOfOther, LEAK user",
    "readsKeyOfOther, LEAK user"
  })
  void two_steps_are_found(String function, String finding) throws Exception {
    assertEquals(finding, found(function));
  }

  @FirstCases(value = 2, rest = "each is one more pattern of code in the same analysis")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "oneHold",
        "checkedAgain",
        "compareAndSet",
        "replaceLoop",
        "lastUser",
        "cacheOfEqualValues",
        "lockOfKey",
        "readWriteLock",
        "handedOn",
        "lazyLocalOfTool",
        "grownLocalOfTool",
        "localSetFirst",
        "keyRemoved",
        "keySetFirst",
        "synchronizedMap",
        "computedInMap",
        "flagOnce",
        "emptiedByLibrary"
      })
  void sound_patterns_give_no_alarm(String function) throws Exception {
    assertEquals("", found(function));
  }

  @Test
  void what_no_request_has_run_is_seen_in_the_code_only() throws Exception {
    RaceResult result = raced("otherWay");
    assertEquals(
        List.of("com.example.Steps#FORMAT"),
        result.seenInCodeOnly().stream().map(SharedSuspect::subject).toList());
    assertTrue(result.isGood(), "no run has shown it");
  }

  @Test
  void what_a_run_has_shown_to_be_ordered_is_no_suspect() throws Exception {
    assertEquals(List.of(), raced("permits").seenInCodeOnly());
  }

  @Test
  void what_a_run_has_shown_to_race_is_told_once() throws Exception {
    RaceResult result = raced("unguarded");
    assertEquals(
        List.of("sum"), result.report().races().stream().map(race -> race.field()).toList());
    assertEquals(List.of(), result.seenInCodeOnly());
  }

  private static final String METHODS =
      """
      otherWay
      permits
      unguarded
      twoHolds
      throughMethods
      copyOnWrite
      snapshot
      atomicInTwo
      staleCheck
      lazyVolatile
      mapOfTools
      mapOfLists
      mapOfCounters
      listOnce
      lazyLocalOfRequest
      logsKeyOfOther
      readsKeyOfOther
      keyRemoved
      keySetFirst
      oneHold
      checkedAgain
      compareAndSet
      replaceLoop
      lastUser
      cacheOfEqualValues
      lockOfKey
      readWriteLock
      handedOn
      lazyLocalOfTool
      grownLocalOfTool
      localSetFirst
      synchronizedMap
      computedInMap
      flagOnce
      emptiedByLibrary
      """;

  /** What is taken for a library is not changed: only its names matter here. */
  private static final String CONTEXT =
      """
      package org.slf4j;
      import java.util.*;
      public class MDC {
        private static final ThreadLocal<Map<String, String>> KEYS = ThreadLocal.withInitial(HashMap::new);
        public static void put(String key, String value) { KEYS.get().put(key, value); }
        public static String get(String key) { return KEYS.get().get(key); }
        public static void remove(String key) { KEYS.get().remove(key); }
      }
      """;

  private static final String LOGGER =
      """
      package org.slf4j;
      public class Logger {
        public void info(String message) {}
        public static void ends() { MDC.remove("user"); }
      }
      """;

  private static final String CODE =
      """
      package com.example;
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.concurrent.atomic.*;
      import java.util.concurrent.locks.*;
      import org.slf4j.*;
      public class Steps {
        private static final Logger LOG = new Logger();
        static class Tool {}
        static class Pooled { int uses; }
        static class State { final int count; State(int count) { this.count = count; } }
        private int plain;
        private volatile int number;
        private volatile List<String> users = List.of();
        private volatile State state = new State(0);
        private volatile Tool tool;
        private volatile String last = "";
        private int seats = 1_000_000;
        private final AtomicInteger atomic = new AtomicInteger();
        private final Map<String, Tool> tools = new ConcurrentHashMap<>();
        private final Map<String, String> texts = new ConcurrentHashMap<>();
        private final Map<String, Integer> counts = new ConcurrentHashMap<>();
        private final Map<String, Object> locks = new ConcurrentHashMap<>();
        private final Map<String, Integer> plainCounts = Collections.synchronizedMap(new HashMap<>());
        private final List<String> list = new CopyOnWriteArrayList<>();
        private final ReadWriteLock both = new ReentrantReadWriteLock();
        private final BlockingQueue<Pooled> pool = new ArrayBlockingQueue<>(1, false, List.of(new Pooled()));
        private static final ThreadLocal<String> LOCAL = new ThreadLocal<>();
        private static final ThreadLocal<StringBuilder> BUFFER = new ThreadLocal<>();

        public String twoHolds(Map<String, String> event) {
          int before;
          synchronized (this) { before = plain; }
          int after = before + event.get("user").length();
          synchronized (this) { plain = after; }
          return "done";
        }
        public String throughMethods(Map<String, String> event) {
          keep(known() + event.get("user").length());
          return "done";
        }
        private int known() { return number; }
        private void keep(int value) { number = value; }
        public String copyOnWrite(Map<String, String> event) {
          List<String> copy = new ArrayList<>(users);
          copy.add(event.get("user"));
          users = copy;
          return "done";
        }
        public String snapshot(Map<String, String> event) {
          State now = state;
          state = new State(now.count + 1);
          return "done";
        }
        public String atomicInTwo(Map<String, String> event) {
          atomic.set(atomic.get() + 1);
          return "done";
        }
        public String staleCheck(Map<String, String> event) {
          boolean free;
          synchronized (this) { free = seats > 0; }
          if (!free) { throw new IllegalStateException("sold out"); }
          synchronized (this) { seats--; }
          return "done";
        }
        public String lazyVolatile(Map<String, String> event) {
          if (tool == null) { tool = new Tool(); }
          return "done";
        }
        public String mapOfTools(Map<String, String> event) {
          Tool known = tools.get(event.get("user"));
          if (known == null) { tools.put(event.get("user"), new Tool()); }
          return "done";
        }
        private final Map<String, List<String>> lists = new ConcurrentHashMap<>();
        private final Map<String, AtomicLong> counters = new ConcurrentHashMap<>();
        public String mapOfLists(Map<String, String> event) {
          String user = event.get("user");
          if (!lists.containsKey(user)) { lists.put(user, new CopyOnWriteArrayList<>()); }
          lists.get(user).add("asked");
          return "done";
        }
        public String mapOfCounters(Map<String, String> event) {
          AtomicLong counter = counters.get(event.get("user"));
          if (counter == null) {
            counter = new AtomicLong();
            counters.put(event.get("user"), counter);
          }
          counter.incrementAndGet();
          return "done";
        }
        public String listOnce(Map<String, String> event) {
          String user = event.get("user");
          if (!list.contains(user)) { list.add(user); }
          return "done";
        }
        public String lazyLocalOfRequest(Map<String, String> event) {
          if (LOCAL.get() == null) { LOCAL.set(event.get("user")); }
          return "done";
        }

        public String logsKeyOfOther(Map<String, String> event) {
          if (event.get("user").equals("ann")) { MDC.put("user", "ann"); }
          LOG.info("asked");
          return "done";
        }
        public String readsKeyOfOther(Map<String, String> event) {
          if (event.get("user").equals("ann")) { MDC.put("user", "ann"); }
          return "done".isEmpty() ? MDC.get("user") : "done" + (MDC.get("user") == null ? "" : "");
        }
        public String keyRemoved(Map<String, String> event) {
          LOG.info("begins");
          MDC.put("user", event.get("user"));
          try { LOG.info("asked"); } finally { MDC.remove("user"); }
          return "done";
        }
        public String keySetFirst(Map<String, String> event) {
          MDC.put("user", event.get("user"));
          LOG.info("asked");
          return "done";
        }

        private static final java.text.SimpleDateFormat FORMAT = new java.text.SimpleDateFormat("yyyy");
        private static final Semaphore PERMITS = new Semaphore(1);
        private static int sum;
        public String otherWay(Map<String, String> event) {
          return event.containsKey("admin") ? FORMAT.format(new Date()) : "done";
        }
        public String permits(Map<String, String> event) throws InterruptedException {
          PERMITS.acquire();
          sum++;
          PERMITS.release();
          return "done";
        }
        public String unguarded(Map<String, String> event) {
          sum++;
          return "done";
        }

        public String oneHold(Map<String, String> event) {
          synchronized (this) {
            int before = plain;
            plain = before + 1;
            number = number + 1;
          }
          return "done";
        }
        public String checkedAgain(Map<String, String> event) {
          if (tool == null) {
            synchronized (this) {
              if (tool == null) { tool = new Tool(); }
            }
          }
          return "done";
        }
        public String compareAndSet(Map<String, String> event) {
          int before;
          do { before = atomic.get(); } while (!atomic.compareAndSet(before, before + 1));
          return "done";
        }
        public String replaceLoop(Map<String, String> event) {
          String user = event.get("user");
          while (true) {
            Integer before = counts.get(user);
            if (before == null ? counts.putIfAbsent(user, 1) == null : counts.replace(user, before, before + 1)) {
              return "done";
            }
          }
        }
        public String lastUser(Map<String, String> event) {
          String before = last;
          last = event.get("user");
          return before.isEmpty() ? "done" : "done";
        }
        public String cacheOfEqualValues(Map<String, String> event) {
          String user = event.get("user");
          String text = texts.get(user);
          if (text == null) {
            text = "hello " + user;
            texts.put(user, text);
          }
          return text;
        }
        public String lockOfKey(Map<String, String> event) {
          String user = event.get("user");
          synchronized (locks.computeIfAbsent(user, any -> new Object())) {
            Integer before = counts.get(user);
            counts.put(user, before == null ? 1 : before + 1);
          }
          return "done";
        }
        public String readWriteLock(Map<String, String> event) {
          both.writeLock().lock();
          try { plain = plain + 1; } finally { both.writeLock().unlock(); }
          both.readLock().lock();
          try { return plain < 0 ? "overflow" : "done"; } finally { both.readLock().unlock(); }
        }
        public String handedOn(Map<String, String> event) throws InterruptedException {
          Pooled mine = pool.take();
          mine.uses = mine.uses + 1;
          pool.put(mine);
          return "done";
        }
        public String lazyLocalOfTool(Map<String, String> event) {
          StringBuilder buffer = BUFFER.get();
          if (buffer == null) {
            buffer = new StringBuilder();
            BUFFER.set(buffer);
          }
          buffer.setLength(0);
          return buffer.append(event.get("user")).toString();
        }
        public String grownLocalOfTool(Map<String, String> event) {
          StringBuilder buffer = BUFFER.get();
          if (buffer == null || buffer.capacity() < 200) {
            buffer = new StringBuilder(buffer == null ? 100 : buffer.capacity() + 20);
            BUFFER.set(buffer);
          }
          return buffer.length() < 0 ? "overflow" : "done";
        }
        public String localSetFirst(Map<String, String> event) {
          LOCAL.set(event.get("user"));
          return LOCAL.get();
        }
        private final Map<String, Pooled> pooled = new ConcurrentHashMap<>();
        private volatile boolean cold = true;
        public String computedInMap(Map<String, String> event) {
          pooled.compute(event.get("user"), (user, known) -> {
            Pooled now = known == null ? new Pooled() : known;
            now.uses = now.uses + 1;
            return now;
          });
          return "done";
        }
        public String flagOnce(Map<String, String> event) {
          if (cold) { cold = false; }
          return "done";
        }
        public String emptiedByLibrary(Map<String, String> event) {
          LOG.info("begins");
          MDC.put("user", event.get("user"));
          LOG.info("asked");
          Logger.ends();
          return "done";
        }
        public String synchronizedMap(Map<String, String> event) {
          String user = event.get("user");
          synchronized (plainCounts) {
            Integer before = plainCounts.get(user);
            plainCounts.put(user, before == null ? 1 : before + 1);
          }
          plainCounts.merge(user, 1, Integer::sum);
          return "done";
        }
      }
      """;
}
