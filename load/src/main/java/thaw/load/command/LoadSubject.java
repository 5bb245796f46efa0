package thaw.load.command;

import java.util.Optional;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.SourceChoice;

/** The target of a load run, as the user named it. */
sealed interface LoadSubject {
  /** A server somewhere. */
  record Site(String url) implements LoadSubject {}

  /**
   * A function behind a Lambda API that runs already.
   *
   * @param endpoint the API's URL
   */
  record Endpoint(String endpoint, Optional<String> function, EventChoice event)
      implements LoadSubject {}

  /** A function that is run for it, and invoked without HTTP. */
  record Hosted(
      SourceChoice source,
      Optional<String> function,
      EventChoice event,
      DataChoice data,
      HostingChoice hosting)
      implements LoadSubject {
    public Hosted {
      source = source.meaning(function.stream().toList());
    }
  }

  /** A measurement of what each layer before a function costs; the function is run for it. */
  record Layers(SourceChoice source, Optional<String> function, HostingChoice hosting)
      implements LoadSubject {
    public Layers {
      source = source.meaning(function.stream().toList());
    }
  }
}
