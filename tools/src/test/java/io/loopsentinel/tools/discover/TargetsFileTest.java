package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.targets.match.ClassResource;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The file that discover writes. */
class TargetsFileTest {

  static class Orders {
    String find(String id) {
      return id;
    }
  }

  static class Desk {
    record State(int label) {}

    Object find(Object state) {
      return state;
    }
  }

  static class Mail {
    String find(String id) {
      return id;
    }
  }

  private static final TargetSpec ANY = Profiles.shipped().read("langchain4j").get(0);

  private final ToolSelection tools =
      new ToolSelection(Set.of(Orders.class.getName(), Mail.class.getName(), Desk.class.getName()));
  private final Watching watching =
      new Watching(tools, ANY, new AgentLog(System.err, LogLevel.INFO));
  private final Turns turns = new Turns(Readers.VALUES, Readers.SEARCH);
  private final Calls calls =
      new Calls(tools, watching, Readers.FIELDS, Readers.SEARCH, Readers.RESULTS, turns);

  @Test
  void countsTheCallsOfMethodsWithOneNameByClass() throws Exception {
    call(Orders.class, "7");
    call(Orders.class, "7");
    call(Mail.class, "7");

    assertThat(String.join(" ", lines()))
        .containsPattern("seen 2 times;[^;]*type: \\S*Orders")
        .containsPattern("seen 1 time;[^;]*type: \\S*Mail");
  }

  @Test
  void fileIsAConfigurationIfTheCommentedTargetsAreUncommented() throws Exception {
    call(Orders.class, "7");

    String file = String.join("\n", lines());
    String uncommented = file.replaceAll("(?m)^    # (?=(- |  )\\w+: )", "    ");
    assertThat(targets(file)).isEmpty();
    assertThat(targets(uncommented)).extracting(TargetSpec::name).containsExactly("tool-1");
  }

  @Test
  void aSuspendFunctionThatResumesIsNoOtherCall() throws Exception {
    call(Desk.class, new Desk.State(1));
    assertThat(enter(Desk.class, new Desk.State(1 | Integer.MIN_VALUE))).isNull();

    assertThat(calls.toolCalls()).hasSize(1);
  }

  private List<String> lines() {
    Expressions expressions = new Expressions(new Linker(FieldAccess.toOpenPackages()));
    return new TargetsFile(tools, calls, turns, expressions).lines();
  }

  private static List<TargetSpec> targets(String file) {
    return ((Loaded) new ConfigLoader(Profiles.shipped()).read(file, "file")).config().targets();
  }

  @SuppressWarnings("unchecked") // A guard returns the handler of the call's end.
  private void call(Class<?> type, Object argument) throws Exception {
    BiFunction<Object, Throwable, Object> end =
        (BiFunction<Object, Throwable, Object>) Objects.requireNonNull(enter(type, argument));
    assertThat(end.apply("found", null)).isEqualTo("found");
  }

  private @Nullable Object enter(Class<?> type, Object argument) throws Exception {
    String name = type.getName().replace('.', '/');
    tools.select(name, Objects.requireNonNull(ClassResource.read(name, type.getClassLoader())));
    Class<?> parameter = type == Desk.class ? Object.class : String.class;
    Method method = type.getDeclaredMethod("find", parameter);
    return calls.guard(method, ANY).apply(null, new Object[] {argument});
  }
}
