package thaw.function.resource;

/**
 * A secret of Secrets Manager.
 *
 * @param logicalId the resource's name in the template, or the file that it was read from
 * @param name as clients ask for it
 * @param description empty for none
 */
public record Secret(String logicalId, String name, String description, Content content) {
  /** The current version's value. */
  public sealed interface Content {
    /** None was given yet: on AWS, too, a secret may wait for its first value. */
    record Missing() implements Content {}

    record Text(String text) implements Content {}

    /**
     * Bytes that are no text.
     *
     * @param base64 as the protocol has them
     */
    record Binary(String base64) implements Content {}
  }

  /**
   * Returns the letters that stand behind the name in the secret's ARN. AWS makes them at random.
   */
  public static String suffix(String name) {
    return DerivedId.of("secret " + name, 6);
  }

  Secret withContent(Content other) {
    return new Secret(logicalId, name, description, other);
  }
}
