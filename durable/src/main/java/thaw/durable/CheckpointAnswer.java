package thaw.durable;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a function learns by a checkpoint.
 *
 * @param token for the next one; absent when the execution has ended
 * @param operations those that have changed since it was told last
 */
public record CheckpointAnswer(@Nullable String token, List<Operation> operations) {
  public CheckpointAnswer {
    operations = List.copyOf(operations);
  }
}
