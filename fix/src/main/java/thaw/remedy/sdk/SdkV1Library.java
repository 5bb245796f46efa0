package thaw.remedy.sdk;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import org.jspecify.annotations.Nullable;

/**
 * The classes of version 1 of the AWS SDK, and those parts of it that are known to be migrated
 * right.
 */
final class SdkV1Library {
  private static final String ALL = "com.amazonaws.";

  /** Packages that have the old names and are no part of it. */
  private static final List<String> OTHERS =
      List.of(
          "com.amazonaws.services.lambda.runtime", "com.amazonaws.lambda", "com.amazonaws.xray");

  static final String REGIONS = "com.amazonaws.regions.Regions";
  static final String DEFAULT_CREDENTIALS = "com.amazonaws.auth.DefaultAWSCredentialsProviderChain";
  static final String ENVIRONMENT_CREDENTIALS =
      "com.amazonaws.auth.EnvironmentVariableCredentialsProvider";

  private static final Set<String> CORE =
      Set.of(
          REGIONS,
          DEFAULT_CREDENTIALS,
          ENVIRONMENT_CREDENTIALS,
          "com.amazonaws.AmazonServiceException",
          "com.amazonaws.AmazonClientException");

  static final List<Service> SERVICES =
      List.of(
          new Service("dynamodbv2", "AmazonDynamoDB", "aws-java-sdk-dynamodb", "dynamodb"),
          new Service("sqs", "AmazonSQS", "aws-java-sdk-sqs", "sqs"));

  /**
   * A service whose client is migrated right, as trials have shown.
   *
   * @param name of its package
   * @param client its interface
   * @param artifact in version 1
   * @param successor that artifact's, in version 2
   */
  record Service(String name, String client, String artifact, String successor) {
    String packageName() {
      return ALL + "services." + name;
    }

    String clientName() {
      return packageName() + "." + client;
    }

    String builderName() {
      return clientName() + "ClientBuilder";
    }

    private boolean isModel(TypeElement type) {
      return type.getEnclosingElement() instanceof PackageElement owner
          && owner.getQualifiedName().contentEquals(packageName() + ".model");
    }
  }

  private SdkV1Library() {}

  static boolean isPart(String qualifiedName) {
    return qualifiedName.startsWith(ALL)
        && OTHERS.stream().noneMatch(other -> qualifiedName.startsWith(other + "."));
  }

  static boolean isPart(@Nullable Element element) {
    Element type = element;
    while (type != null && !(type instanceof TypeElement)) {
      type = type.getEnclosingElement();
    }
    return type != null && isPart(((TypeElement) type).getQualifiedName().toString());
  }

  /** Returns whether a type is one of it, or made of one, such as a list of its objects. */
  static boolean isOf(@Nullable TypeMirror type) {
    return switch (type) {
      case DeclaredType declared ->
          isPart(declared.asElement())
              || declared.getTypeArguments().stream().anyMatch(SdkV1Library::isOf);
      case ArrayType array -> isOf(array.getComponentType());
      case WildcardType wildcard ->
          isOf(wildcard.getExtendsBound()) || isOf(wildcard.getSuperBound());
      case null, default -> false;
    };
  }

  /** The class of a method or constructor. */
  static TypeElement owner(ExecutableElement method) {
    return (TypeElement) Objects.requireNonNull(method.getEnclosingElement(), "is in a class");
  }

  static Optional<Service> serviceOf(TypeElement type) {
    String name = type.getQualifiedName().toString();
    return SERVICES.stream()
        .filter(service ->
            service.isModel(type)
                || name.equals(service.clientName())
                || name.equals(service.builderName()))
        .findFirst();
  }

  static boolean isModel(TypeElement type) {
    return SERVICES.stream().anyMatch(service -> service.isModel(type));
  }

  static boolean isClient(TypeElement type) {
    return SERVICES.stream().anyMatch(of -> type.getQualifiedName().contentEquals(of.clientName()));
  }

  static boolean isBuilder(TypeElement type) {
    return SERVICES.stream()
        .anyMatch(of -> type.getQualifiedName().contentEquals(of.builderName()));
  }

  static boolean isKnown(TypeElement type) {
    return serviceOf(type).isPresent() || CORE.contains(type.getQualifiedName().toString());
  }

  static boolean isException(TypeElement type) {
    return type.getQualifiedName().toString().endsWith("Exception");
  }

  /**
   * Returns whether a constant is a region that has the same name in both versions, such as {@code
   * US_EAST_1} and unlike {@code GovCloud}.
   */
  static boolean isRegion(Element constant) {
    return constant.getKind() == ElementKind.ENUM_CONSTANT
        && constant.getSimpleName().toString().matches("[A-Z]{2}(?:_[A-Z]+)+_\\d");
  }

  private static final Set<String> PLAIN =
      Set.of(
          "java.lang.String",
          "java.lang.Boolean",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Double",
          "java.lang.Float");

  private static final Map<String, Integer> COLLECTIONS =
      Map.of("java.util.List", 1, "java.util.Collection", 1, "java.util.Map", 2);

  /**
   * Returns whether a member's type is the same in both versions, but for its name: no dates, no
   * bytes.
   */
  static boolean isKeptType(TypeMirror type) {
    return switch (type) {
      case DeclaredType declared -> {
        TypeElement element = (TypeElement) declared.asElement();
        String name = element.getQualifiedName().toString();
        yield PLAIN.contains(name)
            || (isModel(element) && !isException(element))
            || (COLLECTIONS.containsKey(name)
                && declared.getTypeArguments().stream().allMatch(SdkV1Library::isKeptType));
      }
      case ArrayType array -> isKeptType(array.getComponentType());
      default -> type.getKind().isPrimitive();
    };
  }

  static boolean isCollection(TypeMirror type) {
    return type instanceof DeclaredType declared
        && COLLECTIONS.containsKey(
            ((TypeElement) declared.asElement()).getQualifiedName().toString());
  }
}
