package thaw.course.initorder;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A function with work in all places where work can stand. What came of it, nobody needs. */
@SuppressWarnings("UnusedVariable")
public final class OrderedHandler extends Superclass
    implements RequestStreamHandler, WithDefaultMethod, WithoutDefaultMethod {
  private static final String IN_STATIC_INITIALISER = Steps.work("static-initialiser");

  private final String inField = Steps.work("instance-field");
  private final String inConstructor;

  /** As the runtime client calls it, in the init phase. */
  public OrderedHandler() {
    inConstructor = Steps.work("constructor");
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    String inHandler = Steps.work("handler");
    String ofOtherClass = Rules.STEP;
    String ofHolder = Holder.VALUE;
    String ofEnum = Kind.DOG.step();
    String ofInterface = WithoutDefaultMethod.STEP;
    int constant = Limits.MOST_PETS;
    output.write(Steps.told());
  }

  @Override
  public String name() {
    return IN_STATIC_INITIALISER;
  }

  /** Is initialised when a request asks for its value. */
  private static final class Holder {
    static final String VALUE = Steps.work("holder");
  }
}
