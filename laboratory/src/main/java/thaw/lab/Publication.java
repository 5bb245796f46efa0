package thaw.lab;

/**
 * Something public that claims come from, and where it is to be read or seen. Sources that nobody
 * can look up have none.
 */
enum Publication {
  TALK("re:Invent SVS403", "https://www.youtube.com/watch?v=ddg1u5HLwg8"),
  JEP_416("JEP 416", "https://openjdk.org/jeps/416"),
  LANGUAGE(
      "Java Language Specification, 12.4.1",
      "https://docs.oracle.com/javase/specs/jls/se25/html/jls-12.html#jls-12.4.1"),
  THROTTLING("pwrdrvr/lambda-throttling", "https://github.com/pwrdrvr/lambda-throttling"),
  GUIDE(
      "AWS Lambda Developer Guide",
      "https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html"),
  SPRING_BOOT(
      "Spring Boot's reference, Efficient Deployments",
      "https://docs.spring.io/spring-boot/reference/packaging/efficient.html");

  private final String words;
  private final String address;

  Publication(String words, String address) {
    this.words = words;
    this.address = address;
  }

  /** Returns the words by which sources and questions of lessons name the publication. */
  String words() {
    return words;
  }

  String address() {
    return address;
  }
}
