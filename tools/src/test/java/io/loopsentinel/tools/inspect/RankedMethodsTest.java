package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.fixture.Agent;
import io.loopsentinel.fixture.Model;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.FixedValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of the candidates, and how they are written. */
class RankedMethodsTest {

  @TempDir private Path folder;
  private Path jar = Path.of("");

  @BeforeEach
  void packFixture() throws IOException {
    jar = Fixtures.jar(folder.resolve("app.jar"), "");
  }

  @Test
  void dispatchOfToolsIsFirst() {
    assertThat(InspectInvocation.of("--kind", "tool", jar).ranked())
        .first()
        .isEqualTo(Agent.class.getName() + ".dispatch");
  }

  static final class Reflection {
    static Object getResponse(Method tool, Map<String, Object> values) throws Exception {
      return tool.invoke(null, values.values().toArray());
    }
  }

  @Test
  void dispatchMayInvokeAReflectedMethod() throws IOException {
    Path other = Fixtures.jar(folder.resolve("other.jar"), "", Reflection.class);

    assertThat(InspectInvocation.of("--kind", "tool", other).out())
        .contains("Reflection.getResponse", "tool: arg0.getName()", "args: arg1");
  }

  @Test
  void requestToTheModelIsFirst() {
    assertThat(InspectInvocation.of("--kind", "turn", jar).ranked())
        .first()
        .isEqualTo(Model.class.getName() + ".complete");
  }

  @Test
  void loopOverModelAndToolsIsFirst() {
    InspectInvocation runs = InspectInvocation.of("--kind", "run", jar);

    assertThat(runs.ranked()).first().isEqualTo(Agent.class.getName() + ".ask");
    assertThat(runs.out()).contains("+24 leads to the model and its tools in 2 calls");
  }

  @Test
  void methodThatOnlyDescribesAToolIsBelowTheDispatch() {
    assertThat(InspectInvocation.of("--kind", "tool", "--all", jar).ranked())
        .doesNotContain(Agent.class.getName() + ".describeTool");
  }

  @Test
  void everyLineIsAComment() {
    assertThat(InspectInvocation.of(jar).out().lines())
        .allMatch(line -> line.isEmpty() || line.startsWith("#"));
  }

  @Test
  void proposalNamesParametersAndExpressions() {
    assertThat(InspectInvocation.of("--kind", "tool", jar).out())
        .contains(
            """
            #      - name: tool-1
            #        kind: tool
            #        type: io.loopsentinel.fixture.Agent
            #        method: dispatch
            #        parameters: [io.loopsentinel.fixture.Call]
            #        tool: arg0.name()
            #        args: arg0.arguments()
            """);
  }

  @Test
  void frameworksWithAProfileAreListedOnlyOnRequest() throws IOException {
    write("dev.langchain4j.agent.Dispatcher", "executeTool", Map.class);

    assertThat(InspectInvocation.of("--kind", "tool", folder.resolve("classes")).ranked())
        .isEmpty();
    assertThat(InspectInvocation.of("--all", folder.resolve("classes")).out())
        .contains("Dispatch of tools: 1 of 1");
  }

  @Test
  void saysWhichKindsWereNotFound() throws IOException {
    Path other = Fixtures.jar(folder.resolve("other.jar"), "", Model.class);

    assertThat(InspectInvocation.of(other).out())
        .contains("# Dispatch of tools: none found", "# Runs: none found");
  }

  @Test
  void dispatchMayBelongToAUtilityClass() throws IOException {
    write("com.acme.ToolUtil", "invoke", String.class);

    assertThat(InspectInvocation.of("--kind", "tool", folder.resolve("classes")).out())
        .contains("com.acme.ToolUtil.invoke, score 28");
  }

  /** Writes a class with a method that takes a text and its arguments. */
  private void write(String name, String method, Class<?> arguments) throws IOException {
    try (DynamicType.Unloaded<?> type =
        new ByteBuddy()
            .subclass(Object.class)
            .name(name)
            .defineMethod(method, String.class)
            .withParameters(String.class, arguments)
            .intercept(FixedValue.value("none"))
            .make()) {
      type.saveIn(folder.resolve("classes").toFile());
    }
  }
}
