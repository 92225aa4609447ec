package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.match.ClassResource;
import io.loopsentinel.tools.inspect.TypeModel;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The class files that are inspected when an application has ended. */
class LoadedClassesTest {

  private static final ClassLoader LOADER = LoadedClassesTest.class.getClassLoader();

  private final LoadedClasses classes = new LoadedClasses();

  /** What an application makes a kind of when a tool fails. */
  interface Outcome {
    record Failure(String message) implements Outcome {}
  }

  @Test
  void aTypeDeclaredInALoadedOneIsAmongThemThoughItWasNotLoaded() {
    load("io/loopsentinel/tools/discover/LoadedClassesTest$Outcome");

    assertThat(StreamSupport.stream(classes.spliterator(), false).map(TypeModel::read))
        .extracting(TypeModel::name)
        .containsExactly(
            "io/loopsentinel/tools/discover/LoadedClassesTest$Outcome",
            "io/loopsentinel/tools/discover/LoadedClassesTest$Outcome$Failure");
  }

  private void load(String name) {
    byte[] file = Objects.requireNonNull(ClassResource.read(name, LOADER));
    classes.add(TypeModel.read(file), file, LOADER);
  }
}
