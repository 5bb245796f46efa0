package example;

import com.amazonaws.services.lambda.runtime.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Handlers that are methods. */
public class Plain {
  public String text(String value) {
    return "text " + value;
  }

  public static String fixed(String value) {
    return "static " + value;
  }

  public String withContext(String value, Context context) {
    return value + " " + context.getAwsRequestId();
  }

  public String contextOnly(Context context) {
    return context.getAwsRequestId();
  }

  public int nothing() {
    return 7;
  }

  public void sink(Map<String, Integer> values) {}

  public long primitive(int value) {
    return value + 1L;
  }

  public double real(double value) {
    return value / 2;
  }

  public boolean truth(boolean value) {
    return !value;
  }

  public List<String> list(List<String> values) {
    return values;
  }

  public void streams(InputStream in, OutputStream out) throws IOException {
    in.transferTo(out);
  }

  public void streamsAndContext(InputStream in, OutputStream out, Context context)
      throws IOException {
    out.write(('"' + context.getAwsRequestId() + '"').getBytes(StandardCharsets.UTF_8));
  }

  public void inputOnly(InputStream in) {}

  public void inputAndContext(InputStream in, Context context) {}

  public void outputOnly(OutputStream out) throws IOException {
    out.write('1');
  }

  public void outputAndContext(OutputStream out, Context context) throws IOException {
    out.write('2');
  }

  public String overloaded(String value) {
    return "short";
  }

  public String overloaded(String value, Context context) {
    return "with context";
  }

  public String overloaded(String value, String other, String third, String fourth) {
    return "too many";
  }

  public String hopeless(String one, String two) {
    return one + two;
  }

  public String failing(String value) throws IOException {
    throw new IOException("cannot " + value);
  }

  public abstract static class Base<T> {
    public abstract String generic(T value);
  }

  public static class Derived extends Base<Integer> {
    @Override
    public String generic(Integer value) {
      return "number " + (value + 1);
    }
  }

  public class Inner {
    public String text(String value) {
      return value;
    }
  }

  public static class NoConstructor {
    public NoConstructor(int size) {}

    public String text(String value) {
      return value;
    }
  }
}
