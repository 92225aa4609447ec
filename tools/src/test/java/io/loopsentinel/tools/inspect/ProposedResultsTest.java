package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Results with more in them than a text are built as the application itself builds them. */
class ProposedResultsTest {

  private static final String PACKAGE = "com.acme.shapes.";

  @Test
  void usesTheFailureKindAndEmptyValues() {
    assertThat(resultInForce("failurekinds"))
        .isEqualTo(
            "new ToolResult(arg0.id(), tool, new Arguments({}), null, message,"
                + " new Kind$Failure(null), null)");
  }

  @Test
  void putsTheTextIfTheResultHoldsItWrapped() {
    assertThat(resultInForce("wrappedtexts"))
        .isEqualTo(
            "new FunctionResult(Variable::of(message), FunctionResult$Metadata::empty(),"
                + " message)");
  }

  @Test
  void putsTheTextIntoAListOfPieces() {
    assertThat(resultInForce("contentlists"))
        .isEqualTo("new ToolMessage(arg0.id(), [new ToolMessage$TextContent(message)])");
  }

  @Test
  void putsTheTextIntoAnOptional() {
    assertThat(resultInForce("bothways")).isEqualTo("java.util.Optional::of(message)");
  }

  /** Returns the expression of the first target that is in force, without the package. */
  private static String resultInForce(String shape) {
    return InspectInvocation.of(folder(shape).toString())
        .out()
        .lines()
        .filter(line -> line.startsWith("      result: "))
        .map(line -> line.replaceAll("      result: |'", "").replace(PACKAGE + shape + ".", ""))
        .findFirst()
        .orElse("none");
  }

  private static Path folder(String shape) {
    String name = "/" + (PACKAGE + shape).replace('.', '/');
    return Path.of(Objects.requireNonNull(ProposedResultsTest.class.getResource(name)).getPath());
  }
}
