package com.amazonaws.services.lambda.crac;

/** Gives the context in which resources register. */
public final class Core {
  private static final Context<Resource> GLOBAL = new GlobalContext();

  private Core() {}

  /** The one context that there is. */
  public static Context<Resource> getGlobalContext() {
    return GLOBAL;
  }

  /**
   * A function does not say when its snapshot is taken.
   *
   * @throws UnsupportedOperationException always
   */
  @SuppressWarnings("DoNotCallSuggester") // No annotation is worth a dependency.
  public static void checkpointRestore() {
    throw new UnsupportedOperationException();
  }
}
