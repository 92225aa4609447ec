package io.loopsentinel.it.quarkus;

import io.loopsentinel.it.contract.SearchedLibrary;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Holds the library of the way that is played at present. */
@ApplicationScoped
class SearchedShelves {

  private volatile @Nullable SearchedLibrary library;

  SearchedLibrary library() {
    return Objects.requireNonNull(library);
  }

  void fill(SearchedLibrary library) {
    this.library = library;
  }
}
