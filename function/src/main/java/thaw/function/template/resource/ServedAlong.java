package thaw.function.template.resource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.problem.UserMistake;
import thaw.template.Resolution;
import thaw.template.TemplateValue;

/**
 * The resources of other stacks that a stack's functions use: all of those that the user names, and
 * of the same assembly of CDK those of a stack whose exports are imported, as a template does not
 * say for which of them a program asks, and those of any whose names a function's variables or
 * policies have.
 *
 * @param resources by the names that they have beside the template's own
 * @param stacks the names of the stacks that have them, without those that the user names
 */
record ServedAlong(List<TemplateResource> resources, List<String> stacks) {
  private static final Set<String> SERVED =
      Set.of(
          TemplateResource.DYNAMODB_TABLE,
          TemplateResource.GLOBAL_TABLE,
          TemplateResource.SIMPLE_TABLE,
          TemplateResource.QUEUE,
          TemplateResource.TOPIC,
          TemplateResource.BUCKET,
          TemplateResource.DATA_STREAM,
          TemplateResource.SECRET,
          TemplateResource.STORED_PARAMETER,
          DatabaseIdentity.INSTANCE,
          DatabaseIdentity.CLUSTER,
          DatabaseIdentity.PROXY,
          DatabaseIdentity.PROXY_ENDPOINT,
          DatabaseIdentity.PROXY_TARGETS,
          DatabaseIdentity.DSQL,
          DatabaseIdentity.ATTACHMENT,
          ServiceResources.EVENT_BUS);

  private static final Pattern GIVEN_NAME =
      Pattern.compile("\"(?:Table|Queue|Topic|Bucket)?Name\"\\s*:\\s*\"([^\"]+)\"");

  private static final List<String> NAMES =
      List.of("TableName", "QueueName", "TopicName", "BucketName", "Name");

  private static final Set<String> WITH_MENTIONS =
      Set.of(
          TemplateResource.LAMBDA_FUNCTION,
          TemplateResource.SERVERLESS_FUNCTION,
          "AWS::IAM::Policy",
          "AWS::IAM::Role");

  /**
   * @param resolution of a template all of whose resources are resolved
   */
  static ServedAlong with(Resolution resolution, Template template) {
    Collection<TemplateResource> own = template.resources().values();
    Set<String> known = new HashSet<>();
    own.forEach(each -> known.addAll(identities(each)));
    Set<String> mentioned = mentioned(own);
    List<Resolution> named = resolution.named();
    Set<Resolution> imported = new LinkedHashSet<>(named);
    imported.addAll(resolution.imported());
    Set<Resolution> all = new LinkedHashSet<>(imported);
    all.addAll(resolution.beside(file -> hasNameOf(file, mentioned)));
    List<TemplateResource> resources = new ArrayList<>();
    Set<String> stacks = new LinkedHashSet<>();
    for (Resolution stack : all) {
      for (TemplateResource resource : named.contains(stack) ? read(stack) : served(stack)) {
        if ((imported.contains(stack) || name(resource).filter(mentioned::contains).isPresent())
            && identities(resource).stream().noneMatch(known::contains)) {
          known.addAll(identities(resource));
          resources.add(resource);
          if (!named.contains(stack)) {
            stacks.add(stack.name());
          }
        }
      }
    }
    return new ServedAlong(resources, List.copyOf(stacks));
  }

  private static Set<String> identities(TemplateResource resource) {
    Set<String> all = new HashSet<>(Set.of(resource.logicalId()));
    name(resource).ifPresent(name -> all.add(resource.type() + " " + name));
    return all;
  }

  private static Optional<String> name(TemplateResource resource) {
    return NAMES.stream()
        .flatMap(name -> resource.properties().value(name).stream())
        .filter(TemplateValue.Text.class::isInstance)
        .map(value -> ((TemplateValue.Text) value).asString())
        .findFirst();
  }

  /** Returns the texts that may be names, and what ARNs end in. */
  private static Set<String> mentioned(Collection<TemplateResource> resources) {
    Set<String> all = new HashSet<>();
    for (TemplateResource resource : resources) {
      if (WITH_MENTIONS.contains(resource.type())) {
        addTexts(resource.properties(), all);
      }
    }
    return all;
  }

  private static void addTexts(TemplateValue value, Set<String> to) {
    switch (value) {
      case TemplateValue.Text text -> {
        to.add(text.asString());
        if (text.asString().startsWith("arn:")) {
          to.add(text.asString().replaceFirst("^.*[:/]", ""));
        }
      }
      case TemplateValue.Items items -> items.items().forEach(item -> addTexts(item, to));
      case TemplateValue.Members members ->
          members.members().values().forEach(member -> addTexts(member.value(), to));
      case TemplateValue.Call _ -> {
        // nobody here knows what it gives
      }
    }
  }

  /** Asked before a template is resolved: large applications have many. */
  private static boolean hasNameOf(Path file, Set<String> mentioned) {
    try {
      return GIVEN_NAME
          .matcher(Files.readString(file))
          .results()
          .anyMatch(name -> mentioned.contains(name.group(1)));
    } catch (IOException e) {
      return false; // no text: it has nothing
    }
  }

  private static List<TemplateResource> read(Resolution stack) {
    return Template.of(stack.resolved()).resources().values().stream()
        .filter(resource -> SERVED.contains(resource.type()))
        .map(resource -> named(stack.publicId(resource.logicalId()), resource))
        .toList();
  }

  private static List<TemplateResource> served(Resolution stack) {
    try {
      return read(stack);
    } catch (UserMistake e) {
      return List.of(); // the mistake is told to who runs that stack
    }
  }

  private static TemplateResource named(String id, TemplateResource resource) {
    return new TemplateResource(
        id, resource.type(), resource.properties(), resource.members(), resource.place());
  }
}
