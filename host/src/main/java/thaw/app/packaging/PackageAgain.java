package thaw.app.packaging;

import java.nio.file.Path;
import thaw.app.choice.DataChoice;
import thaw.deployment.HandOver;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.presentation.text.Text;

/**
 * How a package is made again, and tried with the data that it was made with.
 *
 * @param data all that were there before the training
 */
record PackageAgain(PackageRequest request, Application application, DataChoice data) {
  /**
   * @param id of the function in the package's template
   * @param way as the option names it
   */
  HandOver.Commands commands(FunctionDefinition function, String id, String way) {
    Path project = application.root();
    DataChoice inProject = data.in(project, application, function);
    String made =
        "thaw package . --function "
            + id
            + " --to "
            + way
            + request.function().named()
            + request.fixed().map(folder -> option("--fix", folder)).orElse("")
            + request.training().map(each -> option("--training", each.folder())).orElse("")
            + inProject.named()
            + " --out package";
    return new HandOver.Commands(
        made,
        data.in(request.out(), application, function).named(),
        inProject.named(),
        data.elsewhere(application, function));
  }

  private String option(String name, Path folder) {
    return " " + name + " " + Text.quoted(DataChoice.seenFrom(application.root(), folder));
  }
}
