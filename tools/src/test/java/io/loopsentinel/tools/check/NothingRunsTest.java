package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.tools.check.fixture.Ledger;
import io.loopsentinel.tools.check.fixture.Stamp;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check initialises no class, even if an expression names it. */
class NothingRunsTest {

  @TempDir private Path folder;

  @AfterEach
  void forget() {
    System.clearProperty(Ledger.PROPERTY);
    System.clearProperty(Stamp.Colour.PROPERTY);
  }

  @Test
  void linksStaticMethodsFieldsAndConstructorsWithoutRunningStaticInitialisers()
      throws IOException {
    CheckInvocation check =
        CheckInvocation.ofTarget(
            folder,
            "name: t, kind: tool, type: DESK.Ledger, method: enter, tool: arg0.tool,"
                + " args: 'DESK.Ledger::BOOK', session: 'new DESK.Ledger(arg0)',"
                + " result: 'DESK.Ledger::refusal(message)'",
            ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL));

    assertThat(check.out())
        .contains("  args          DESK.Ledger::BOOK -> java.lang.Object\n")
        .contains("  session       new DESK.Ledger(arg0) -> DESK.Ledger\n")
        .contains("  result        DESK.Ledger::refusal(message) -> DESK.Answer\n");
    assertThat(System.getProperty(Ledger.PROPERTY)).isNull();
  }

  /** The exception that docs/check.md names: the JVM reads the annotation of a tool. */
  @Test
  void initialisesTheEnumsOfTheAnnotationThatNamesATool() throws IOException {
    checkDispatch("");

    assertThat(System.getProperty(Stamp.Colour.PROPERTY)).isEqualTo("initialised");
  }

  @Test
  void initialisesNoneIfNoAnnotationIsRead() throws IOException {
    checkDispatch(", tool: arg0.tool");

    assertThat(System.getProperty(Stamp.Colour.PROPERTY)).isNull();
  }

  @Test
  void theInitialiserWouldTell() throws IOException, ClassNotFoundException {
    Path classes = ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL);

    try (URLClassLoader application =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
      Class.forName(Ledger.class.getName(), true, application);
    }

    assertThat(System.getProperty(Ledger.PROPERTY)).isEqualTo("initialised");
  }

  private CheckInvocation checkDispatch(String tool) throws IOException {
    return CheckInvocation.ofTarget(
        folder,
        "name: t, kind: tool, type: DESK.Desk, method: dispatch" + tool,
        ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL));
  }
}
