package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.application.TraceLookup;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RuntimeSwitches;
import io.loopsentinel.targets.config.ConfigLoader;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.config.Profiles;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.expression.Linker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The classes that a call goes through, as ARCHITECTURE.md names them, are those on the stack. */
class LifeOfACallTest {

  /** Dispatches any tool. */
  @SuppressWarnings("unused") // guarded
  static final class Agent {
    String dispatch(String tool, Object arguments) {
      return "";
    }
  }

  private static final Pattern ON_THE_STACK = Pattern.compile("On the stack, .*: (.*)\\.");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  private final List<String> classes = new ArrayList<>();

  @Test
  void areThoseOnTheStackWhenACallIsJudged() throws Exception {
    assertThat(guard().apply(null, new Object[] {"search", "x"})).isNotNull();

    assertThat(classes).isEqualTo(documented()).hasSizeLessThanOrEqualTo(10);
  }

  private static List<String> documented() throws Exception {
    String page = Files.readString(Path.of("..", "ARCHITECTURE.md"));
    String line =
        ON_THE_STACK.matcher(page).results().map(match -> match.group(1)).findFirst().orElseThrow();
    return NAME.matcher(line).results().map((MatchResult match) -> match.group(1)).toList();
  }

  /** Notes the stack when the engine asks what time it is, which it does under the lock. */
  private Instant now() {
    if (classes.isEmpty()) {
      Stream.of(Thread.currentThread().getStackTrace())
          .map(StackTraceElement::getClassName)
          .filter(name -> name.startsWith("io.loopsentinel.") && !name.contains("Test"))
          .map(name -> name.substring(name.lastIndexOf('.') + 1))
          .forEach(classes::add);
      Collections.reverse(classes);
      List<String> distinct = classes.stream().distinct().toList();
      classes.clear();
      classes.addAll(distinct);
    }
    return Instant.EPOCH;
  }

  private BiFunction<@Nullable Object, Object[], @Nullable Object> guard() throws Exception {
    String yaml =
        "sentinel:\n  targets:\n    - {name: t, kind: tool, type: "
            + Agent.class.getName()
            + ", method: dispatch, session: '\"s\"', tool: arg0, args: arg1}\n";
    SentinelConfig config =
        ((Loaded) new ConfigLoader(Profiles.shipped()).read(yaml, "test")).config();
    LoopEngine engine =
        new LoopEngine(
            config.engine(),
            new RuntimeSwitches(config.engine().mode()),
            new Fingerprinter(FieldAccess.toOpenPackages()),
            eviction -> {},
            new SpendingStore(),
            this::now);
    AgentLog log = new AgentLog(new PrintStream(new ByteArrayOutputStream(), true), LogLevel.INFO);
    Guards guards =
        new Guards(
            engine,
            new Linker(FieldAccess.toOpenPackages()),
            new Telemetry(log),
            config.telemetry(),
            null,
            new Questions(config.ask()),
            new TraceLookup(() -> new Class<?>[0], () -> 0, failure -> {}),
            carrier -> {});
    return guards.guard(
        Agent.class.getDeclaredMethod("dispatch", String.class, Object.class),
        config.targets().get(0));
  }
}
