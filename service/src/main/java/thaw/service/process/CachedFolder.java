package thaw.service.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.files.Trees;
import thaw.function.packaging.OwnFiles;

/**
 * A folder of the cache that is made when it is first needed, whole or not at all, and anew when
 * somebody else may have changed it. Several programs may look for it at the same time.
 *
 * @param name of what is in it, for people
 */
public record CachedFolder(String name, Path place, Consumer<String> progress) {
  /** Looks at what is there. */
  public interface Look {
    /** Returns why the folder is not as it was made, in one line; empty when it is. */
    Optional<String> fault(Path folder) throws IOException;
  }

  /** Makes what is to be there. */
  public interface Filling {
    /**
     * @param folder is empty; what lies beside it is removed afterwards
     */
    void fill(Path folder) throws IOException;
  }

  /** Returns the folder, filled first when it is absent or not as it was. */
  public Path find(Look look, Filling filling) {
    try {
      if (!isSound(look)) {
        make(filling);
      }
      return place;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not keep " + name + " in the cache " + place.getParent() + ": " + e, e);
    }
  }

  /** What is not as it was made goes: at once, so that nobody finds a part of it. */
  boolean isSound(Look look) throws IOException {
    if (!Files.isDirectory(place)) {
      return false;
    }
    Optional<String> doubt = OwnFiles.doubt(place).map(why -> "it " + why);
    Optional<String> fault = doubt.isPresent() ? doubt : look.fault(place);
    if (fault.isPresent()) {
      progress.accept(name + " in the cache is made anew: " + fault.get());
      Path aside = temporary();
      try {
        Files.move(place, aside.resolve("old"), StandardCopyOption.ATOMIC_MOVE);
      } catch (NoSuchFileException e) {
        // Another program has seen it, too.
      } finally {
        Trees.delete(aside);
      }
    }
    return fault.isEmpty();
  }

  private void make(Filling filling) throws IOException {
    Path temporary = temporary();
    try {
      Path made = Files.createDirectory(temporary.resolve("made"));
      filling.fill(made);
      Files.move(made, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!Files.isDirectory(place)) { // else another program was faster
        throw e;
      }
    } finally {
      Trees.delete(temporary);
    }
  }

  private Path temporary() throws IOException {
    return Files.createTempDirectory(Files.createDirectories(place.resolveSibling("")), "new-");
  }
}
