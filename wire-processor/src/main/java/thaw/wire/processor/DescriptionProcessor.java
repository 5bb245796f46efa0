package thaw.wire.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;
import thaw.wire.Described;
import thaw.wire.DescribedTypes;
import thaw.wire.MixIn;

/**
 * The annotation processor: it writes a {@code thaw.wire.SplitShape} for each type that {@link
 * Described} or {@link DescribedTypes} asks for, and for those that these refer to and that are
 * compiled with them. What it cannot describe is an error of the compiler, at the place of the
 * cause and with the remedy.
 */
public final class DescriptionProcessor extends AbstractProcessor {
  /** The option that names the file of the schema for protobuf. */
  private static final String PROTO = "thaw.wire.proto";

  private @Nullable Catalog catalog;
  private @Nullable Tools tools;
  private @Nullable ProtoFile proto;
  private final List<Catalog.Job> postponed = new ArrayList<>();
  private boolean failed;

  /** Makes the processor, for the compiler. */
  public DescriptionProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(
        Described.class.getName(),
        DescribedTypes.class.getName(),
        MixIn.class.getName(),
        MixIn.Several.class.getCanonicalName());
  }

  @Override
  public Set<String> getSupportedOptions() {
    return Set.of(PROTO);
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    if (tools == null || catalog == null) {
      tools = new Tools(processingEnv.getElementUtils(), processingEnv.getTypeUtils());
      catalog = new Catalog(tools);
      if (processingEnv.getOptions().get(PROTO) != null) {
        proto = new ProtoFile(tools, catalog);
      }
    }
    Catalog known = catalog;
    for (Element root : round.getRootElements()) {
      if (root instanceof TypeElement type) {
        known.compiles(type);
      }
    }
    for (Element element :
        round.getElementsAnnotatedWithAny(Set.of(MixIn.class, MixIn.Several.class))) {
      known.mixIns.add((TypeElement) element);
    }
    for (Element element : round.getElementsAnnotatedWith(DescribedTypes.class)) {
      Marks.types(element, DescribedTypes.class, "parts").forEach(known::usePart);
      for (TypeMirror shape : Marks.types(element, DescribedTypes.class, "with")) {
        attempt(element, () -> known.useEverywhere(shape, element));
      }
    }
    for (Element element : round.getElementsAnnotatedWith(Described.class)) {
      known.describe((TypeElement) element, element);
    }
    for (Element element : round.getElementsAnnotatedWith(DescribedTypes.class)) {
      for (TypeMirror type : Marks.types(element, DescribedTypes.class, "value")) {
        attempt(element, () -> known.describe(named(type, element), element));
      }
    }
    if (round.processingOver()) {
      refuseUnused(round, known);
      if (!round.errorRaised() && !failed) {
        writeProto();
      }
      return false;
    }
    for (Catalog.Job job : postponed) {
      known.describeAgain(job);
    }
    postponed.clear();
    for (Catalog.Job job = known.next(); job != null; job = known.next()) {
      Catalog.Job each = job;
      attempt(job.origin(), () -> describeUnlessUnknown(each));
    }
    return false;
  }

  private static TypeElement named(TypeMirror type, Element origin) {
    TypeElement element = Tools.element(type);
    String name = Names.text(type);
    if (element == null || Known.SHAPES.containsKey(name) || Known.TEXTS.containsKey(name)) {
      throw new Mistake(
          origin,
          "@DescribedTypes names " + name + ", which has no fields to describe",
          "name records, beans and sealed types only");
    }
    return element;
  }

  private void describeUnlessUnknown(Catalog.Job job) {
    try {
      describe(job);
    } catch (NotYet unknown) {
      postponed.add(job);
    }
  }

  private void describe(Catalog.Job job) {
    Catalog known = Objects.requireNonNull(catalog);
    Tools with = Objects.requireNonNull(tools);
    TypeElement type = job.type();
    boolean here = known.isCompiledHere(type);
    Element at = here ? type : job.origin();
    String packageName = known.packageOf(type);
    PackageElement home =
        here ? Names.packageOf(type) : with.elements().getPackageElement(packageName);
    ShapeFile file =
        new ShapeFile(
            type, home == null ? foreign(with) : home, packageName, Names.shapeClass(type));
    TypeElement taken = with.elements().getTypeElement(file.binaryName());
    if (taken != null && known.isCompiledHere(taken)) {
      throw new Mistake(
          at,
          "there is a class " + file.binaryName() + " already",
          "rename it, or name it with @With instead of describing " + type.getQualifiedName());
    }
    TypeShapes shapes = new TypeShapes(with, known, file);
    ValueFinder values = new ValueFinder(with, known, shapes, file);
    for (int i = 0; i < file.parts().size(); i++) { // more while they are written
      DescribedPart part = file.parts().get(i);
      refuse(part.type(), known.isCompiledHere(part.type()) ? part.type() : at, here, known);
      if (AlternativesWriter.isFor(part.type())) {
        new AlternativesWriter(with, known, file, part).write();
      } else {
        new ObjectWriter(with, values, file, part, known.mixIns).write();
      }
    }
    write(file, job, at);
    if (proto != null) {
      for (DescribedPart part : file.parts()) {
        proto.add(part.type());
      }
    }
  }

  /** Writes the schema of all types that were described, beside the classes. */
  private void writeProto() {
    ProtoFile schema = proto;
    String path = processingEnv.getOptions().get(PROTO);
    if (schema == null || path == null) {
      return;
    }
    String text = schema.text();
    for (ProtoFile.Omitted omitted : schema.omitted()) {
      processingEnv
          .getMessager()
          .printMessage(Diagnostic.Kind.WARNING, omitted.what(), omitted.element());
    }
    try (Writer writer =
        processingEnv
            .getFiler()
            .createResource(StandardLocation.CLASS_OUTPUT, "", path)
            .openWriter()) {
      writer.write(text);
    } catch (IOException | IllegalArgumentException e) {
      processingEnv
          .getMessager()
          .printMessage(
              Diagnostic.Kind.ERROR,
              "could not write "
                  + path
                  + ": "
                  + e
                  + "; name a file below the folder of classes with -A"
                  + PROTO);
    }
  }

  private void refuseUnused(RoundEnvironment round, Catalog known) {
    if (!round.errorRaised() && !failed) {
      try {
        known.mixIns.refuseUnused();
      } catch (Mistake mistake) {
        processingEnv
            .getMessager()
            .printMessage(Diagnostic.Kind.ERROR, mistake.getMessage(), mistake.element());
      }
    }
  }

  /** A package where nothing but what is public can be used. */
  private static PackageElement foreign(Tools tools) {
    return Objects.requireNonNull(tools.elements().getPackageElement(""));
  }

  private static void refuse(TypeElement type, Element at, boolean here, Catalog known) {
    String name = type.getQualifiedName().toString();
    if (type.getKind() == ElementKind.ENUM || type.getKind() == ElementKind.ANNOTATION_TYPE) {
      throw new Mistake(
          at,
          name + " is neither a record nor a class nor an interface, and has no fields to describe",
          "take @Described from it: constants of enums are written by their names");
    }
    if (known.custom(type) != null) {
      throw new Mistake(
          at, name + " has a shape by @With already", "take @Described or @With from it");
    }
    for (Element each = type; each instanceof TypeElement; each = each.getEnclosingElement()) {
      if (each.getModifiers().contains(Modifier.PRIVATE)
          || (!here && !each.getModifiers().contains(Modifier.PUBLIC))) {
        throw new Mistake(
            at,
            name + " cannot be named outside of its " + (here ? "class" : "package"),
            here ? "take private from it" : "write its shape by hand, in that package");
      }
    }
  }

  private void write(ShapeFile file, Catalog.Job job, Element at) {
    boolean marked =
        processingEnv.getElementUtils().getTypeElement("javax.annotation.processing.Generated")
            != null;
    String generated =
        marked ? "@javax.annotation.processing.Generated(\"" + getClass().getName() + "\")\n" : "";
    try (Writer writer =
        processingEnv
            .getFiler()
            .createSourceFile(file.binaryName(), originating(job))
            .openWriter()) {
      writer.write(file.text(generated));
    } catch (FilerException e) {
      throw new Mistake(
          at, "there is a class " + file.binaryName() + " already", "rename one of them");
    } catch (IOException e) {
      throw new Mistake(
          at,
          "could not write " + file.binaryName() + ": " + e,
          "see that the folder can be written");
    }
  }

  private static Element[] originating(Catalog.Job job) {
    Set<Element> elements = new LinkedHashSet<>();
    elements.add(job.type());
    elements.add(job.origin());
    return elements.toArray(new Element[0]);
  }

  private void attempt(Element origin, Runnable step) {
    try {
      step.run();
    } catch (Mistake mistake) {
      failed = true;
      Element at = mistake.element();
      TypeElement type = type(at);
      boolean here = type != null && Objects.requireNonNull(catalog).isCompiledHere(type);
      processingEnv
          .getMessager()
          .printMessage(Diagnostic.Kind.ERROR, mistake.getMessage(), here ? at : origin);
    }
  }

  private static @Nullable TypeElement type(Element element) {
    Element at = element;
    while (at != null && !(at instanceof TypeElement)) {
      at = at.getEnclosingElement();
    }
    return (TypeElement) at;
  }
}
