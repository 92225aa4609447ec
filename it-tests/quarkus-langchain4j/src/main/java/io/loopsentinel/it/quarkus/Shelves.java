package io.loopsentinel.it.quarkus;

import io.loopsentinel.it.scenario.Library;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Holds the library that is searched in the present scenario. */
@ApplicationScoped
class Shelves {

  private volatile @Nullable Library library;

  Library library() {
    return Objects.requireNonNull(library);
  }

  void fill(Library library) {
    this.library = library;
  }
}
