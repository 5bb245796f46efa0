package thaw.durable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.store.Store;

/** Records of invocations in the store, beside the execution that they are of. */
final class InvocationRecords {
  private static final String KIND = "durable-invocation/";

  private final Store store;

  InvocationRecords(Store store) {
    this.store = store;
  }

  static String kind(String execution) {
    return KIND + execution;
  }

  /** Keeps records; of an execution that is forgotten there is nothing to keep. */
  void put(Map<ExecutionStore.Place, List<InvocationRecord>> records) {
    if (!records.isEmpty()) {
      store.change(transaction ->
          records.forEach((place, all) -> {
            if (ExecutionStore.head(transaction, place).isPresent()) {
              all.forEach(each ->
                  transaction.put(kind(place.id()), each.requestId(), ExecutionStore.bytes(each)));
            }
          }));
    }
  }

  List<InvocationRecord> of(ExecutionArn arn) {
    return store.transact(transaction ->
        ExecutionStore.all(transaction, kind(arn.id()), InvocationRecord.class).stream()
            .sorted(Comparator.comparingLong(InvocationRecord::startMillis))
            .toList());
  }

  /** Returns all of them, of which the second ones are newer, in the order of their starts. */
  static List<InvocationRecord> merged(List<InvocationRecord> some, List<InvocationRecord> newer) {
    Map<String, InvocationRecord> all = new LinkedHashMap<>();
    some.forEach(each -> all.put(each.requestId(), each));
    newer.forEach(each -> all.putIfAbsent(each.requestId(), each));
    List<InvocationRecord> sorted = new ArrayList<>(all.values());
    sorted.sort(Comparator.comparingLong(InvocationRecord::startMillis));
    return sorted;
  }
}
