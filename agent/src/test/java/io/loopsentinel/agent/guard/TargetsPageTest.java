package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Assistant;
import com.acme.Dispatcher;
import com.acme.MailTools;
import com.acme.Model;
import com.acme.OrderJob;
import com.acme.OrderTools;
import com.acme.Part;
import com.acme.Request;
import com.acme.Tool;
import com.acme.ToolResult;
import com.acme.functions.ParcelSearch;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.EarlierRuns;
import io.loopsentinel.agent.guard.call.FramesByThread;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.link.GuardedMethod;
import io.loopsentinel.targets.result.ResultType;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The statements of {@code docs/targets.md} are true. */
class TargetsPageTest {

  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
  private static final Pattern MISTAKE =
      Pattern.compile("```text\n(sentinel-config.*?)\n```", Pattern.DOTALL);
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\| .* \\|$");

  private static final List<Class<?>> APPLICATION =
      List.of(
          Assistant.class,
          Dispatcher.class,
          MailTools.class,
          Model.class,
          OrderJob.class,
          OrderTools.class,
          ParcelSearch.class,
          Tool.class);

  @ParameterizedTest
  @MethodSource
  void showsTargetsThatFitTheApplication(String yaml) {
    GuardedCalls calls = GuardedCalls.of(Dispatcher.class, yaml);

    for (TargetSpec target : calls.targets()) {
      if (isOfALibrary(target)) {
        continue;
      }
      List<Method> methods = methodsOf(target);
      assertThat(methods).as(target.name()).isNotEmpty();
      methods.forEach(method -> calls.guard(method, target));
    }

    assertThat(calls.log()).isEmpty();
  }

  static Stream<String> showsTargetsThatFitTheApplication() throws IOException {
    List<String> examples = found(YAML).map(match -> match.group(1)).toList();
    assertThat(examples).hasSizeGreaterThan(2);
    return examples.stream();
  }

  @ParameterizedTest
  @MethodSource
  void showsExpressionsAndTheirValues(String expression, String value) throws Throwable {
    CallEnvironment environment = environment();

    Object found =
        new Linker(FieldAccess.toOpenPackages())
            .link(Expression.parse(expression), dispatch())
            .evaluate(environment);

    String shown =
        value
            .replace("thread 1", "thread " + Thread.currentThread().getId())
            .replace("5f2c9a1b", ServiceInstance.ID);
    assertThat(String.valueOf(found)).isEqualTo(shown);
  }

  static Stream<Arguments> showsExpressionsAndTheirValues() throws IOException {
    List<Arguments> rows =
        found(ROW).map(match -> Arguments.of(match.group(1), match.group(2))).toList();
    assertThat(rows).hasSizeGreaterThan(30);
    return rows.stream();
  }

  @Test
  void showsTheReportOfAMistake() throws IOException {
    GuardedCalls calls =
        GuardedCalls.of(
            Dispatcher.class,
            """
            sentinel:
              targets:
                - name: acme
                  kind: tool
                  tool: arg0.tool
                  session: arg0.conversation
                  type: TYPE
                  method: dispatch
            """);

    calls.guard("dispatch");

    String shown = found(MISTAKE).findFirst().orElseThrow().group(1);
    assertThat(calls.log())
        .contains(shown.replace("sentinel-config.yaml", "test"))
        .contains("is switched off: its calls run unguarded");
  }

  /** The methods that the agent would find; it reads class files, and this the classes. */
  private static List<Method> methodsOf(TargetSpec target) {
    return APPLICATION.stream()
        .filter(type -> isOf(type, target))
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> target.method().matches(method.getName()))
        .filter(
            method ->
                target.annotation() == null
                    || Arrays.stream(method.getAnnotations())
                        .anyMatch(
                            each -> each.annotationType().getName().equals(target.annotation())))
        .toList();
  }

  /** Whether a target names a class of a library, such as the servlet API of WebRequestsIT. */
  private static boolean isOfALibrary(TargetSpec target) {
    String type = target.type();
    return type != null && type.startsWith("jakarta.");
  }

  private static boolean isOf(Class<?> type, TargetSpec target) {
    String wanted = target.type();
    return wanted == null
        || type.getName().equals(wanted)
        || Arrays.stream(type.getInterfaces()).anyMatch(each -> each.getName().equals(wanted));
  }

  private static CallEnvironment environment() {
    Request request =
        new Request(
            "search",
            Map.of("q", "loops"),
            null,
            Optional.of("ada"),
            List.of(
                new Part("read", Map.of("path", "a.txt")),
                new Part("write", Map.of("path", "b.txt"))));
    GuardedCalls calls =
        GuardedCalls.of(
            Dispatcher.class,
            "sentinel: {targets: [{name: t, kind: tool, type: TYPE, method: dispatch, tool: tool}]}"
                .replace("tool: tool", "tool: arg0"));
    CallEnvironment environment =
        new CallEnvironment(
            new GuardedMethod(dispatch(), ResultType.of(dispatch()), calls.targets().get(0)),
            new FramesByThread(new EarlierRuns()).get(),
            new Dispatcher(),
            new Object[] {request, new LinkedHashMap<>(Map.of("depth", 2))});
    environment.tool = "search";
    environment.session = "c-7";
    environment.warning = "stop now";
    environment.earlier = "three books";
    environment.count = 3;
    environment.message = "stop";
    environment.returned = new ToolResult(false, "three hits");
    return environment;
  }

  private static Method dispatch() {
    return Arrays.stream(Dispatcher.class.getDeclaredMethods())
        .filter(method -> method.getName().equals("dispatch"))
        .findFirst()
        .orElseThrow();
  }

  private static Stream<MatchResult> found(Pattern pattern) throws IOException {
    File folder = new File(System.getProperty("user.dir")).getAbsoluteFile();
    File page = new File(folder, "docs/targets.md");
    while (!page.exists()) {
      folder = Objects.requireNonNull(folder.getParentFile(), "docs/targets.md");
      page = new File(folder, "docs/targets.md");
    }
    return pattern.matcher(Files.readString(page.toPath())).results();
  }
}
