package thaw.app.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import thaw.files.Trees;

/**
 * The place where a project is built: its own folder, or a copy when nobody may write there.
 *
 * @param own Thaw's folder for this project
 * @param isWritable whether builds can write to a folder
 * @param said is told of a copy
 */
record BuildPlace(Path own, Predicate<Path> isWritable, Consumer<String> said) {
  /** The folders that a build makes again or does not read. */
  private static final Set<String> LEFT_OUT =
      Set.of("target", "build", ".git", ".gradle", ".idea", "node_modules");

  private static final String SOURCES = "src";

  BuildProject of(BuildProject project) throws IOException {
    if (isWritable.test(project.root()) && isWritable.test(project.module())) {
      return project;
    }
    Path copy = own.resolve("copy").resolve(String.valueOf(project.root().getFileName()));
    BuildProject moved = project.movedTo(copy);
    String sources = SourceStamp.of(project.root(), project.sources());
    Path copied = own.resolve("copied");
    if (!Files.exists(copied) || !Files.readString(copied).equals(sources)) {
      said.accept(project.root() + " cannot be written: it is built in " + copy);
      Files.deleteIfExists(copied);
      Trees.delete(own.resolve("copy"));
      copy(project.root(), copy);
      Files.writeString(copied, sources);
    }
    return moved;
  }

  /** Files get permissions of their own: those of the project may be the reason for all this. */
  private static void copy(Path from, Path to) throws IOException {
    Trees.copyContents(
        from,
        to,
        Set.of(),
        relative -> {
          Path place = from.resolve(relative);
          return Files.isDirectory(place)
              ? !LEFT_OUT.contains(String.valueOf(relative.getFileName()))
                  || SourceTree.isBelow(relative, SOURCES)
              : Files.isReadable(place);
        });
  }
}
