package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.LogLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The classes that a call goes through, as ARCHITECTURE.md names them, are those on the stack. */
class LifeOfACallTest {

  /** Dispatches any tool. */
  interface Agent {
    String dispatch(String tool, Object arguments);
  }

  private static final Pattern ON_THE_STACK = Pattern.compile("On the stack, .*: (.*)\\.");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  private final List<String> classes = new ArrayList<>();

  @Test
  void areThoseOnTheStackWhenACallIsJudged() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            """
            sentinel:
              targets:
                - {name: t, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
            """,
            LogLevel.INFO,
            this::now);

    calls.call("dispatch", () -> "ran", "search", "x");

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
          .filter(name -> name.startsWith("io.loopsentinel."))
          .map(name -> name.substring(name.lastIndexOf('.') + 1))
          .filter(name -> !name.matches("LifeOfACallTest|GuardedCalls|Guard"))
          .forEach(classes::add);
      Collections.reverse(classes);
      List<String> distinct = classes.stream().distinct().toList();
      classes.clear();
      classes.addAll(distinct);
    }
    return Instant.EPOCH;
  }
}
