package thaw.app.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import thaw.app.choice.DataChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.PathFrom;
import thaw.app.choice.SourceChoice;
import thaw.deployment.HandOver;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.ProjectBounds;
import thaw.function.template.resource.ApplicationReader;
import thaw.presentation.text.Text;

/**
 * How a package is made again, and tried with the data that it was made with.
 *
 * @param request with the result of {@code thaw fix} that was taken, also where none was named
 * @param data all that were there before the training
 */
record PackageAgain(PackageRequest request, Application application, DataChoice data) {
  /**
   * @param id of the function in the package's template
   * @param template of the package
   */
  HandOver.Commands commands(
      FunctionDefinition function, String id, PackageWay way, Path template) {
    boolean hasTemplate = ApplicationReader.hasTemplate(request.source().source());
    Path project = hasTemplate ? application.root() : projectOfArchive();
    PackageParameters all = parameters(template);
    DataChoice inProject = data.in(project, application, function);
    String made =
        "thaw package "
            + request.source().withParameters(Map.of()).namedIn(project)
            + (hasTemplate ? given().options() : "")
            + (hasTemplate ? " --function " + id : "")
            + " --to "
            + way.word()
            + (way.hasImage() ? image(project) : "")
            + elsewhere(request.function()).named()
            + events(project)
            + request.fixed().map(folder -> option(project, "--fix", folder)).orElse("")
            + request
                .training()
                .map(each -> option(project, "--training", each.folder()))
                .orElse("")
            + inProject.named()
            + " --out package";
    return new HandOver.Commands(
        made,
        all.options() + data.in(request.out(), application, function).named(),
        all.options() + inProject.named(),
        data.elsewhere(application, function),
        all.overrides(),
        all.secrets());
  }

  /**
   * Returns the command that starts the package, as it is typed where it was made.
   *
   * @param id of the function in the package's template
   * @param template of the package
   */
  String started(String id, Path template) {
    return "thaw invoke "
        + Text.quoted(request.out().toString())
        + (application.functions().size() > 1 ? " --function " + id : "")
        + parameters(template).options()
        + data.named();
  }

  /** Returns those of the command: the others are in the project's configuration for SAM CLI. */
  private PackageParameters given() {
    return new PackageParameters(
        request.source().parameters(), request.source().hiddenParameters());
  }

  /** Returns all that the package's template needs: no configuration for SAM CLI is beside it. */
  private PackageParameters parameters(Path template) {
    SourceChoice source = request.source();
    if (!ApplicationReader.hasTemplate(source.source())) {
      return PackageParameters.hidden(template);
    }
    Map<String, String> values = source.allParameters();
    return new PackageParameters(values, source.hidden(values.keySet())).withMissing(template);
  }

  /** Returns how the image was wanted, as options. */
  private String image(Path project) {
    ImageChoice image = request.image();
    ImageChoice.Ask ask = image.ask();
    return ask.base().map(file -> option(project, "--base", file)).orElse("")
        + (ask.form() == ImageChoice.USUAL.ask().form()
            ? ""
            : " --format " + ask.form().name().toLowerCase(Locale.ROOT).replace('_', '-'))
        + (ask.snapStart() ? " --snap-start" : "")
        + ask.registry().map(name -> " --registry " + Text.quoted(name)).orElse("")
        + (image.runtimeName().equals(ImageChoice.USUAL_RUNTIME_NAME)
            ? ""
            : " --runtime-name " + image.runtimeName());
  }

  private static FunctionChoice elsewhere(FunctionChoice choice) {
    return new FunctionChoice(
        choice.name(), choice.memory(), choice.timeout(), choice.jvm().elsewhere());
  }

  /** Returns the events that were named, as options; what came by standard input is gone. */
  private String events(Path project) {
    return request.events().stream()
        .filter(event -> !event.equals("-"))
        .map(event -> event.startsWith("@") ? event.substring(1) : event)
        .map(event ->
            " --event "
                + Text.quoted(
                    Files.isRegularFile(Path.of(event))
                        ? PathFrom.folder(project, Path.of(event))
                        : event.replaceAll("\\s*\\R\\s*", " ")))
        .collect(Collectors.joining());
  }

  /** A jar or a folder with classes is where its build has put it. */
  private Path projectOfArchive() {
    Path source = request.source().source().toAbsolutePath().normalize();
    try {
      return ProjectBounds.of(source.resolveSibling(""), Path.of(System.getProperty("user.home")))
          .root();
    } catch (IOException e) {
      throw new UncheckedIOException("could not find the project of " + source + ": " + e, e);
    }
  }

  private static String option(Path project, String name, Path folder) {
    return " " + name + " " + Text.quoted(PathFrom.folder(project, folder));
  }
}
