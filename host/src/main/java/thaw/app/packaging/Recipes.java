package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;

/** The recipes by their ways. */
final class Recipes {
  private Recipes() {}

  static MadePackage made(PackageWay way, PackageOrder order)
      throws IOException, InterruptedException {
    order.target().requireLinkedBy(order.plan());
    order.warnOfForeignCode();
    Files.createDirectories(order.folder());
    return switch (way) {
      case PROVIDED -> ProvidedRecipe.make(order);
      case MANAGED -> ManagedRecipe.make(order);
      case IMAGE -> ImageRecipe.make(order);
      case RUNTIME -> RuntimeRecipe.make(order);
      case WORKER -> throw new IllegalArgumentException("a worker is of no single function");
    };
  }
}
