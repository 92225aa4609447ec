package io.loopsentinel.it.recipes;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of an application whose assistant goes round in circles. */
@FullMatrix
class SurefireIT {

  @TempDir private File folder;

  @Test
  void stopsTheLoopOfATest() throws IOException {
    Project.copy("surefire", folder);
    Project.copyShop(folder);
    Console console = Page.recipe("Maven Surefire").consoles().get(0);

    ProgramResult result = console.in(folder).run(Console.LIMIT);

    console.assertStoppedIn(result.successful().standardOutput());
  }
}
