package com.amazonaws.services.lambda.crac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GlobalContextTest {
  private final GlobalContext context = new GlobalContext();
  private final List<String> told = new ArrayList<>();

  private final class Hook implements Resource {
    private final String name;
    private Throwable failure;

    Hook(String name) {
      this.name = name;
      context.register(this);
    }

    Hook failing(Throwable with) {
      failure = with;
      return this;
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> of) throws Exception {
      tell("before", of);
    }

    @Override
    public void afterRestore(Context<? extends Resource> of) throws Exception {
      tell("after", of);
    }

    private void tell(String what, Context<? extends Resource> of) throws Exception {
      assertSame(context, of);
      told.add(what + " " + name);
      if (failure instanceof Exception exception) {
        throw exception;
      }
      if (failure != null) {
        throw (Error) failure;
      }
    }
  }

  @Test
  void hooks_run_backwards_before_and_forwards_after() throws Exception {
    Hook[] kept = {new Hook("a"), new Hook("b"), new Hook("c")};
    context.register(kept[0]); // Anew: it is the last one now.

    context.beforeCheckpoint(null);
    context.afterRestore(null);

    assertEquals(
        List.of("before a", "before c", "before b", "after b", "after c", "after a"), told);
  }

  @Test
  void what_hooks_throw_is_collected_and_that_of_nested_contexts_is_taken_out() {
    RestoreException nested = new RestoreException();
    IllegalStateException inner = new IllegalStateException("inner");
    nested.addSuppressed(inner);
    IllegalArgumentException own = new IllegalArgumentException("own");
    Hook[] kept = {
      new Hook("a").failing(own), new Hook("b"), new Hook("c").failing(nested),
    };

    RestoreException failure =
        assertThrows(RestoreException.class, () -> context.afterRestore(null));

    assertArrayEquals(new Throwable[] {own, inner}, failure.getSuppressed());
    assertEquals(kept.length, told.size());
  }

  @Test
  void an_error_of_a_hook_goes_on() {
    StackOverflowError error = new StackOverflowError();
    Hook[] kept = {new Hook("a"), new Hook("b").failing(error)};

    assertSame(error, assertThrows(StackOverflowError.class, () -> context.beforeCheckpoint(null)));
    assertEquals(List.of("before b"), told);
    assertEquals(2, kept.length);
  }

  @Test
  void a_resource_that_nobody_keeps_is_forgotten() throws Exception {
    context.register(new Hook("lost"));
    Hook kept = new Hook("kept");

    context.beforeCheckpoint(null);
    told.clear();
    for (int i = 0; i < 100 && told.size() != 1; i++) {
      System.gc();
      told.clear();
      context.afterRestore(null);
    }

    assertEquals(List.of("after kept"), told);
    assertEquals("kept", kept.name);
  }

  @Test
  void a_function_does_not_take_its_snapshot_itself() {
    assertThrows(UnsupportedOperationException.class, Core::checkpointRestore);
  }
}
