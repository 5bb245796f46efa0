package thaw.remedy.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * A handler whose constructor does something in init that requests would have to wait for: the
 * project's own class gets the call, that of a library a subclass in the project.
 */
public final class PrimedHandler {
  private static final String SUBCLASS = "PrimedHandler";

  private PrimedHandler() {}

  /**
   * @param line of the handler's class, or 1 in a new file
   * @param handler the subclass, by its full name, where there is a new one
   */
  public record Proposal(Path file, int line, List<TextEdit> edits, Optional<String> handler) {
    public Proposal {
      edits = List.copyOf(edits);
    }
  }

  /** Returns whether the project declares this class itself. */
  public static boolean isOwn(JavaSources sources, String handlerClass) {
    return sources.type(handlerClass).isPresent();
  }

  /**
   * @param handlerClass by its binary name; it implements an interface of AWS's library
   * @param call what it does
   */
  public static Optional<Proposal> of(JavaSources sources, String handlerClass, InitCall call) {
    TypeElement handler = sources.elements().getTypeElement(handlerClass.replace('$', '.'));
    if (handler == null
        || handler.getKind() != ElementKind.CLASS
        || handler.getModifiers().contains(Modifier.ABSTRACT)
        || call.names().stream().anyMatch(name -> sources.has(handler, name))) {
      sources.note(
          handlerClass + " is no class that can be made, or has a member of the same name already");
      return Optional.empty();
    }
    return isOwn(sources, handlerClass)
        ? own(sources, handler, call)
        : subclass(sources, handler, call);
  }

  private static Optional<Proposal> own(JavaSources sources, TypeElement handler, InitCall call) {
    CompilationUnitTree unit = sources.trees().getPath(handler).getCompilationUnit();
    ClassTree type = sources.trees().getTree(handler);
    String text = JavaSources.text(unit);
    int end = sources.end(unit, type) - 1;
    List<MethodTree> all = constructors(sources, unit, type);
    List<MethodTree> constructors = // Lambda calls this one, and tests perhaps others
        all.stream().filter(each -> each.getParameters().isEmpty()).toList();
    if (!sources.isEditable(unit)
        || !SourceText.isAloneOnItsLine(text, end)
        || constructors.isEmpty() != all.isEmpty()) {
      sources.note(
          unit,
          type,
          "has no constructor without parameters beside others, or no line of its own for its end");
      return Optional.empty();
    }
    String step = ChainSettings.step(sources, unit, type);
    String indent = SourceText.indent(text, sources.start(unit, type)) + step;
    Imports imports = new Imports(sources, unit);
    FileRewrite rewrite = new FileRewrite(sources.file(unit), text);
    String name = handler.getSimpleName().toString();
    Optional<String> members = call.members(sources, handler, name, imports::named, step);
    if (members.isEmpty()) {
      sources.note(unit, type, "takes an event that cannot be made in Java code of its own");
      return Optional.empty();
    }
    String constructor = "";
    if (constructors.isEmpty()) {
      constructor = constructor("public " + name + "()", call, step) + "\n";
    } else {
      int brace = sources.end(unit, constructors.getFirst()) - 1;
      if (!SourceText.isAloneOnItsLine(text, brace)) {
        sources.note(unit, constructors.getFirst(), "has no line of its own for its end");
        return Optional.empty();
      }
      rewrite.insert(SourceText.lineStart(text, brace), indent + step + call.method() + "();\n");
    }
    rewrite.insert(
        SourceText.lineStart(text, end),
        "\n" + SourceText.indented(constructor + members.get(), indent));
    imports.writeTo(rewrite);
    int line = SourceText.line(text, sources.start(unit, type));
    return Optional.of(new Proposal(sources.file(unit), line, rewrite.edits(), Optional.empty()));
  }

  /** Those that are written down. */
  private static List<MethodTree> constructors(
      JavaSources sources, CompilationUnitTree unit, ClassTree type) {
    return type.getMembers().stream()
        .filter(member -> member.getKind() == Tree.Kind.METHOD && sources.end(unit, member) > 0)
        .map(MethodTree.class::cast)
        .filter(method -> method.getName().contentEquals("<init>"))
        .toList();
  }

  private static boolean mayBeExtended(TypeElement handler) {
    return !handler.getModifiers().contains(Modifier.FINAL)
        && handler.getModifiers().contains(Modifier.PUBLIC)
        && !handler.getNestingKind().isNested()
        && handler.getTypeParameters().isEmpty();
  }

  private static Optional<Proposal> subclass(
      JavaSources sources, TypeElement handler, InitCall call) {
    Optional<String> home = shortestPackage(sources);
    Optional<ExecutableElement> inherited =
        ElementFilter.constructorsIn(handler.getEnclosedElements()).stream()
            .filter(each -> each.getParameters().isEmpty())
            .filter(each ->
                each.getModifiers().contains(Modifier.PUBLIC)
                    || each.getModifiers().contains(Modifier.PROTECTED))
            .findFirst();
    if (!mayBeExtended(handler)
        || home.isEmpty()
        || inherited.isEmpty()
        || sources.exists(home.get() + "." + SUBCLASS)) {
      sources.note(handler + " cannot have a subclass " + SUBCLASS + " in the project's packages");
      return Optional.empty();
    }
    String step = step(sources);
    NewImports imports = new NewImports();
    String parent = imports.named(handler.getQualifiedName().toString());
    Optional<String> members = call.members(sources, handler, SUBCLASS, imports::named, step);
    if (members.isEmpty()) {
      sources.note(handler + " takes an event that cannot be made in Java code");
      return Optional.empty();
    }
    String thrown =
        inherited.get().getThrownTypes().stream()
            .map(type -> imports.named(type.toString()))
            .collect(Collectors.joining(", "));
    String constructor =
        constructor(
            "public " + SUBCLASS + "()" + (thrown.isEmpty() ? "" : " throws " + thrown),
            call,
            step);
    String text =
        """
        package %s;

        %s
        /** {@link %s} that %s. */
        public class %s extends %s {
        %s}
        """
            .formatted(
                home.get(),
                imports.lines(),
                parent,
                call.words(),
                SUBCLASS,
                parent,
                SourceText.indented(constructor + "\n" + members.get(), step));
    Path file = sources.file(home.get().replace('.', '/') + "/" + SUBCLASS + ".java");
    return Optional.of(
        new Proposal(
            file,
            1,
            List.of(TextEdit.created(file, text)),
            Optional.of(home.get() + "." + SUBCLASS)));
  }

  private static Optional<String> shortestPackage(JavaSources sources) {
    return sources.units().stream()
        .filter(unit -> unit.getPackageName() != null)
        .map(unit -> unit.getPackageName().toString())
        .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
  }

  /** Returns the indentation step of the project's own classes. */
  static String step(JavaSources sources) {
    for (CompilationUnitTree unit : sources.units()) {
      for (Tree type : unit.getTypeDecls()) {
        if (type instanceof ClassTree of && !of.getMembers().isEmpty()) {
          return ChainSettings.step(sources, unit, of);
        }
      }
    }
    return "  ";
  }

  private static String constructor(String signature, InitCall call, String step) {
    return signature + " {\n" + step + call.method() + "();\n}\n";
  }
}
