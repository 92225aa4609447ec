package io.loopsentinel.it.recipes;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.io.TempDir;

/** The recipes that need nothing but a JDK. */
class PlainJavaIT {

  @TempDir private File folder;

  @OnEachJdk
  void stopsTheLoopOfAProgram(Jdk jdk) throws IOException {
    assertStopped("java", jdk);
  }

  @OnEachJdk
  void stopsTheLoopOfAProgramThatSomebodyElseStarts(Jdk jdk) throws IOException {
    assertStopped("JAVA_TOOL_OPTIONS", jdk);
  }

  private void assertStopped(String recipe, Jdk jdk) throws IOException {
    Archives.jar(new File(folder, "app.jar"));
    Console console = Page.recipe(recipe).consoles().get(0);

    ProgramResult result = console.in(folder).on(jdk).run(Console.LIMIT);

    console.assertStoppedIn(result.successful().standardOutput());
  }
}
