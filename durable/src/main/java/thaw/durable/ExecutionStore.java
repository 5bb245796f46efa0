package thaw.durable;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import thaw.json.Json;
import thaw.store.Agenda;
import thaw.store.Store;
import thaw.store.Transaction;

/**
 * Executions in the store: the head of each, by function and id, so in the order of starts; its
 * operations and events each by itself, so that a change writes only what is new.
 */
final class ExecutionStore {
  private static final String HEADS = "durable/";
  private static final String NAMES = "durable-name/";
  private static final String OPERATIONS = "durable-operation/";
  private static final String EVENTS = "durable-event/";

  /** Those that have not ended: what a program that starts has to go on with. */
  private static final String OPEN = "durable-open";

  /** Those that have ended, by the time when they are forgotten. */
  private static final String ENDED = "durable-ended";

  private static final String LANE = "";
  private static final String CLOCK = "durable-clock";
  private static final String OFFSET = "offset";
  private static final byte[] NOTHING = {};
  private static final int FORGOTTEN_AT_ONCE = 20;

  /** An absent text is absent, not empty. */
  private static final JsonMapper JSON =
      Json.written()
          .withConfigOverride(
              String.class, text -> text.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SET)))
          .build();

  private final Store store;

  ExecutionStore(Store store) {
    this.store = store;
  }

  /** The place of an execution. */
  record Place(String function, String id) {
    static Place of(ExecutionArn arn) {
      return new Place(arn.function(), arn.id());
    }

    static Place parse(String text) {
      int slash = text.indexOf('/');
      return new Place(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public String toString() {
      return function + "/" + id;
    }
  }

  /** An execution as it was kept. */
  record Kept(ExecutionHead head, List<Operation> operations) {}

  /**
   * Keeps a new execution, unless there is one of its name: then that one is returned.
   *
   * @param named whether the caller has given the name
   */
  Optional<ExecutionHead> insert(Change first, boolean named) {
    ExecutionArn arn = first.head().arn();
    return store.transact(transaction -> {
      Optional<ExecutionHead> before =
          named
              ? transaction
                  .get(NAMES + arn.function(), arn.name())
                  .flatMap(
                      id -> head(transaction, new Place(arn.function(), new String(id, UTF_8))))
              : Optional.empty();
      if (before.isEmpty()) {
        write(transaction, first);
      }
      return before;
    });
  }

  /** Keeps all of a change. */
  void keep(Change change) {
    store.change(transaction -> write(transaction, change));
  }

  private static void write(Transaction transaction, Change change) {
    ExecutionHead head = change.head();
    Place place = Place.of(head.arn());
    if (change.isFirst()) {
      transaction.put(OPEN, place.toString(), NOTHING);
      transaction.put(NAMES + place.function(), head.arn().name(), place.id().getBytes(UTF_8));
    }
    transaction.put(HEADS + place.function(), place.id(), bytes(head));
    for (Operation operation : change.operations()) {
      transaction.put(OPERATIONS + place.id(), key(operation.sequence()), bytes(operation));
    }
    for (HistoryEvent event : change.events()) {
      transaction.put(EVENTS + place.id(), key(event.id()), bytes(event));
    }
    if (change.ends()) {
      transaction.remove(OPEN, place.toString());
      Instant forgotten = Instant.now().plus(Duration.ofDays(head.terms().retentionDays()));
      transaction.agenda(ENDED).add(LANE, forgotten, place.toString().getBytes(UTF_8), NOTHING);
    }
    change.children().forEach(child -> write(transaction, child));
  }

  private static String key(long number) {
    return "%010d".formatted(number);
  }

  Optional<ExecutionHead> head(Place place) {
    return store.transact(transaction -> head(transaction, place));
  }

  static Optional<ExecutionHead> head(Transaction transaction, Place place) {
    return transaction
        .get(HEADS + place.function(), place.id())
        .map(content -> read(content, ExecutionHead.class));
  }

  /** Returns those that have not ended, the oldest first. */
  List<Kept> open() {
    return store.transact(transaction -> transaction.list(OPEN)).stream()
        .map(Place::parse)
        .map(place -> store.transact(transaction -> kept(transaction, place)))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Kept> kept(Transaction transaction, Place place) {
    return head(transaction, place)
        .map(head -> new Kept(head, all(transaction, OPERATIONS + place.id(), Operation.class)));
  }

  static <T> List<T> all(Transaction transaction, String kind, Class<T> type) {
    List<T> all = new ArrayList<>();
    transaction.each(kind, null, false, (_, content) -> all.add(read(content, type)));
    return all;
  }

  /** Returns what the execution was given. */
  Optional<Operation> first(Place place) {
    return store.transact(transaction ->
        transaction
            .get(OPERATIONS + place.id(), key(0))
            .map(content -> read(content, Operation.class)));
  }

  /** Returns all operations, in order. */
  List<Operation> operations(Place place) {
    return store.transact(
        transaction -> all(transaction, OPERATIONS + place.id(), Operation.class));
  }

  /** Returns events by their ids. */
  List<HistoryEvent> events(Place place, Collection<Long> ids) {
    return store.transact(transaction -> {
      List<HistoryEvent> events = new ArrayList<>();
      for (long id : ids) {
        transaction
            .get(EVENTS + place.id(), key(id))
            .ifPresent(content -> events.add(read(content, HistoryEvent.class)));
      }
      return events;
    });
  }

  /** Returns a part of the executions of a function. */
  Page<ExecutionHead> list(ListRequest request) {
    String kind = HEADS + request.function();
    String marker = request.marker();
    int size = Page.size(request.maxItems());
    return store.transact(transaction -> {
      if (marker != null && transaction.get(kind, marker).isEmpty()) {
        throw Page.invalidMarker();
      }
      List<ExecutionHead> heads = new ArrayList<>();
      transaction.each(
          kind,
          marker,
          !request.oldestFirst(),
          (_, content) -> {
            ExecutionHead head = read(content, ExecutionHead.class);
            return !request.takes(head) || !heads.add(head) || heads.size() <= size;
          });
      // One more than asked for is the first one of the next part.
      String next = heads.size() > size ? heads.removeLast().arn().id() : null;
      return new Page<>(heads, next);
    });
  }

  /** Returns the names of all functions that have executions. */
  List<String> functions() {
    return store.transact(transaction -> functions(transaction).toList());
  }

  private static Stream<String> functions(Transaction transaction) {
    return transaction.kinds(HEADS).stream().map(kind -> kind.substring(HEADS.length()));
  }

  /** Returns the newest executions of all functions, the newest first. */
  List<ExecutionHead> newest(int most) {
    return store.transact(transaction ->
        functions(transaction)
            .flatMap(function ->
                transaction.list(HEADS + function).reversed().stream()
                    .limit(most)
                    .map(id -> new Place(function, id)))
            .sorted(Comparator.comparing(Place::id).reversed())
            .limit(most)
            .flatMap(place -> head(transaction, place).stream())
            .toList());
  }

  /**
   * Returns the execution of a function that has a name or an id.
   *
   * @param text one of both
   */
  Optional<ExecutionHead> named(String function, String text) {
    return store.transact(transaction ->
        transaction
            .get(NAMES + function, text)
            .map(id -> new String(id, UTF_8))
            .or(() -> Optional.of(text))
            .flatMap(id -> head(transaction, new Place(function, id))));
  }

  /** Forgets an execution. */
  void remove(Place place) {
    store.change(transaction -> remove(transaction, place));
  }

  private static void remove(Transaction transaction, Place place) {
    Optional<ExecutionHead> head = head(transaction, place);
    if (head.isEmpty()) {
      return;
    }
    String names = NAMES + place.function();
    String name = head.get().arn().name();
    if (transaction
        .get(names, name)
        .filter(id -> new String(id, UTF_8).equals(place.id()))
        .isPresent()) {
      transaction.remove(names, name);
    }
    for (String kind :
        List.of(OPERATIONS + place.id(), EVENTS + place.id(), InvocationRecords.kind(place.id()))) {
      transaction.list(kind).forEach(key -> transaction.remove(kind, key));
    }
    transaction.remove(HEADS + place.function(), place.id());
  }

  /**
   * Forgets executions whose retention is over, as many as one change of the store should have.
   *
   * @return when there is more to forget
   */
  Optional<Instant> forget(Instant now) {
    Function<Transaction, Optional<Instant>> work =
        transaction -> {
          Agenda ended = transaction.agenda(ENDED);
          List<Agenda.Entry> due = ended.due(LANE, now, FORGOTTEN_AT_ONCE, _ -> false);
          for (Agenda.Entry entry : due) {
            remove(transaction, Place.parse(new String(entry.head(), UTF_8)));
            ended.remove(entry.id());
          }
          return due.size() == FORGOTTEN_AT_ONCE ? Optional.of(now) : ended.next(LANE, now);
        };
    return store.transact(work);
  }

  /** Returns how far the engine's clock is ahead. */
  Duration clockOffset() {
    return store
        .transact(transaction -> transaction.get(CLOCK, OFFSET))
        .map(content -> Duration.ofMillis(Long.parseLong(new String(content, UTF_8))))
        .orElse(Duration.ZERO);
  }

  void keepClockOffset(Duration offset) {
    byte[] content = Long.toString(offset.toMillis()).getBytes(UTF_8);
    store.change(transaction -> transaction.put(CLOCK, OFFSET, content));
  }

  static byte[] bytes(Object value) {
    try {
      return JSON.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value of ours has no JSON", e);
    }
  }

  private static <T> T read(byte[] content, Class<T> type) {
    try {
      return JSON.readValue(content, type);
    } catch (IOException e) {
      throw new UncheckedIOException("a durable execution in the store is damaged", e);
    }
  }
}
