import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;

/** What is hard on a sampler: class loading, deep stacks, exceptions, short threads, collections, a child, an end by halt. */
public class Stress {
  public interface Greeter {
    String greet(String name);
  }

  public static void main(String[] arguments) throws Exception {
    AtomicLong sum = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(() -> sum.addAndGet(work() + garbage()));
      thread.start();
      threads.add(thread);
    }
    for (int i = 0; i < 60; i++) {
      Thread thread = new Thread(sum::incrementAndGet);
      thread.start();
      thread.join();
    }
    sum.addAndGet(work());
    System.gc();
    new ProcessBuilder("true").start().waitFor();
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("done " + sum);
    if (arguments.length > 0) {
      Runtime.getRuntime().halt(0);
    }
  }

  private static long work() {
    try {
      String xml = IntStream.range(0, 300).mapToObj(k -> "<i n='" + k + "'/>").collect(Collectors.joining("", "<r>", "</r>"));
      long n = DocumentBuilderFactory.newInstance().newDocumentBuilder()
          .parse(new ByteArrayInputStream(xml.getBytes())).getDocumentElement().getChildNodes().getLength();
      n += Pattern.compile("(a|b)*c+[^d]").matcher("abababcccc".repeat(100)).results().count();
      n += String.format("%s %d %tc", "x", 5, new Date()).length();
      for (int i = 0; i < 100; i++) {
        ClassLoader loader = new ClassLoader(Stress.class.getClassLoader()) {};
        Greeter greeter = (Greeter) java.lang.reflect.Proxy.newProxyInstance(loader, new Class<?>[] {Greeter.class}, (p, m, a) -> "hello " + a[0]);
        n += greeter.greet("x" + i).length();
      }
      for (int i = 0; i < 20; i++) {
        try {
          ((Object) null).hashCode();
        } catch (NullPointerException e) {
          n++;
        }
      }
      return n + deep(0);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } catch (StackOverflowError e) {
      return 1;
    }
  }

  private static int deep(int level) {
    return level > 3000 ? level : deep(level + 1) + 1;
  }

  private static long garbage() {
    byte[][] kept = new byte[50][];
    for (int i = 0; i < 400; i++) {
      kept[i % kept.length] = new byte[200_000];
    }
    return kept.length;
  }
}
