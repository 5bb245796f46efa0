package thaw.service;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Those who want to be told; what happens before somebody does is told to nobody. Thread-safe. */
final class Listeners<T> implements Consumer<T> {
  private final List<Consumer<T>> all = new CopyOnWriteArrayList<>();

  void add(Consumer<T> listener) {
    all.add(listener);
  }

  @Override
  public void accept(T event) {
    all.forEach(listener -> listener.accept(event));
  }
}
