package example;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.io.IOError;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** Handlers that fail. */
public final class Broken {
  private Broken() {}

  public static final class Throwing implements RequestHandler<String, String> {
    @Override
    public String handleRequest(String value, Context context) {
      throw new IllegalStateException("no \u00fc \"here\"", new IOException("the cause"));
    }
  }

  public static final class WithoutMessage implements RequestHandler<String, String> {
    @Override
    public String handleRequest(String value, Context context) {
      throw new UnsupportedOperationException();
    }
  }

  public static final class InConstructor implements RequestHandler<String, String> {
    public InConstructor() {
      throw new IllegalArgumentException("not today");
    }

    @Override
    public String handleRequest(String value, Context context) {
      return value;
    }
  }

  /** Leaves a thread that would keep its JVM. */
  public static final class Busy implements RequestHandler<String, String> {
    public Busy() {
      new Thread(LockSupport::park).start();
      throw new IllegalArgumentException("not today");
    }

    @Override
    public String handleRequest(String value, Context context) {
      return value;
    }
  }

  public static final class InStatic implements RequestHandler<String, String> {
    private static final int SIZE = size();

    private static int size() {
      throw new IllegalStateException("static");
    }

    @Override
    public String handleRequest(String value, Context context) {
      return value + SIZE;
    }
  }

  public static final class OutOfMemory implements RequestHandler<String, String> {
    @Override
    public String handleRequest(String value, Context context) {
      throw new OutOfMemoryError("Java heap space");
    }
  }

  public static final class OutOfDisk implements RequestHandler<String, String> {
    @Override
    public String handleRequest(String value, Context context) {
      throw new IOError(new IOException("disk"));
    }
  }

  public static final class NoHandler {}
}
