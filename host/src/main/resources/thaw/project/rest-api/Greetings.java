package {{package}};

import java.util.Map;

/** What the API is about; it knows nothing of events. */
final class Greetings {
  private static final Map<String, String> WORDS =
      Map.of("de", "Hallo", "en", "Hello", "es", "Hola", "fr", "Bonjour");

  String greet(String name, String language) {
    return WORDS.getOrDefault(language, "Hello") + ", " + name;
  }
}
