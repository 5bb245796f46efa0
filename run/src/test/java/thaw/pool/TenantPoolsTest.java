package thaw.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Pools of numbers in place of environments: 1 is the first that was started. */
class TenantPoolsTest {
  private final AtomicInteger started = new AtomicInteger();
  private final List<Integer> ended = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong clock = new AtomicLong();
  private volatile boolean failing;
  private final TenantPools<Integer> pools =
      new TenantPools<>(() ->
          new Pool<>(
              started::incrementAndGet,
              this::end,
              _ -> true,
              problem -> {
                throw problem;
              },
              Duration.ofMinutes(5),
              clock::get,
              Runnable::run));

  private void end(int environment) {
    ended.add(environment);
    if (failing) {
      throw new IllegalStateException("no end of " + environment);
    }
  }

  private int used(String tenant) throws InterruptedException {
    return pools.of(tenant).<Integer>use(environment -> environment);
  }

  @Test
  void no_environment_serves_two_tenants() throws Exception {
    assertEquals(List.of(1, 2, 1, 2), List.of(used("a"), used("b"), used("a"), used("b")));
  }

  @Test
  void environments_of_all_tenants_end_when_they_were_idle_for_long() throws Exception {
    used("a");
    used("b");
    clock.addAndGet(Duration.ofMinutes(6).toNanos());
    pools.recycle();
    assertEquals(List.of(1, 2), ended.stream().sorted().toList());
    assertEquals(3, used("a"));
  }

  @Test
  void a_tenant_who_comes_after_the_retirement_is_served_once() throws Exception {
    used("a");
    pools.retire();
    assertEquals(List.of(1), ended);
    assertEquals(2, used("late"));
    assertEquals(List.of(1, 2), ended);
  }

  @Test
  void an_environment_that_does_not_end_keeps_no_other_tenant_from_its_end() throws Exception {
    used("a");
    used("b");
    used("c");
    failing = true;
    IllegalStateException failure = assertThrows(IllegalStateException.class, pools::retire);
    assertEquals(2, failure.getSuppressed().length);
    assertEquals(List.of(1, 2, 3), ended.stream().sorted().toList());
  }

  @Test
  void environments_of_all_tenants_end_when_idle_for_long_though_some_do_not_end()
      throws Exception {
    used("a");
    used("b");
    clock.addAndGet(Duration.ofMinutes(6).toNanos());
    failing = true;
    assertThrows(IllegalStateException.class, pools::recycle);
    assertEquals(List.of(1, 2), ended.stream().sorted().toList());
  }

  @Test
  void a_tenant_who_comes_after_the_end_is_refused() throws Exception {
    used("a");
    pools.close();
    assertEquals(List.of(1), ended);
    assertThrows(IllegalStateException.class, () -> used("late"));
    assertThrows(IllegalStateException.class, () -> used("a"));
  }
}
