package thaw.function.resource;

/**
 * A parameter of Systems Manager's Parameter Store.
 *
 * @param logicalId the resource's name in the template, or the file that it was read from
 * @param name as clients ask for it; a path when it begins with a slash
 * @param description empty for none
 */
public record StoredParameter(
    String logicalId, String name, Type type, String value, String description) {
  /** The type of a parameter, as the API writes it. */
  public enum Type {
    STRING("String"),
    STRING_LIST("StringList"),
    SECURE_STRING("SecureString");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }
}
