package io.loopsentinel.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line in the arguments of a call. */
class CommandLineTest {

  @ParameterizedTest
  @ValueSource(strings = {"command", "cmd", "shell_command", "bashCommand", "run_cmd"})
  void isTheTextOfAnArgumentNamedSo(String name) {
    assertThat(CommandLine.of(Map.of("cwd", "/app", name, "make"), null)).isEqualTo("make");
    assertThat(CommandLine.of("{\"cwd\": \"/app\", \"" + name + "\": \"make\"}", null))
        .isEqualTo("make");
  }

  @Test
  void isNotSoughtWithoutEnd() {
    Map<String, Object> endless =
        new AbstractMap<>() {
          @Override
          public Set<Entry<String, Object>> entrySet() {
            return new AbstractSet<>() {
              @Override
              public Iterator<Entry<String, Object>> iterator() {
                return Stream.iterate(0, i -> i + 1).map(i -> argument(i)).iterator();
              }

              @Override
              public int size() {
                return Integer.MAX_VALUE;
              }
            };
          }
        };

    assertThat(CommandLine.of(endless, null)).isNull();
  }

  /** An argument; fails at the number at which a reader without a limit would still read. */
  private static Map.Entry<String, Object> argument(int number) {
    assertThat(number).as("arguments read").isLessThan(10_000);
    return Map.entry("a" + number, "text");
  }

  @ParameterizedTest
  @ValueSource(strings = {"command_id", "commander", "recommand", "shell_id", "bash_id", "path"})
  void isNoTextOfAnArgumentNamedOtherwise(String name) {
    assertThat(CommandLine.of(Map.of(name, "ls -la"), null)).isNull();
    assertThat(CommandLine.of("{\"" + name + "\": \"ls -la\"}", null)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ls -la",
        "mvn -q test",
        "git log --oneline",
        "./gradlew test --info",
        "cat a.txt | wc -l",
        "cd app && make",
        "#!/bin/bash\nset -e",
      })
  void isTextThatLooksLikeOneInAnArgumentForCode(String text) {
    assertThat(CommandLine.of(Map.of("script", text, "timeout", 30), null)).isEqualTo(text);
    assertThat(CommandLine.of(Map.of("code", text), null)).isEqualTo(text);
    assertThat(CommandLine.of(Map.of("query", text), null)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "print('a -b')",
        "y = x -z",
        "import os\nos.system('ls -la')",
        "for i in range(3): print(-i)",
        "select a from b where c = -1",
        "find the cheapest hotel in Oslo",
        "1302",
        "src/main/java/App.java 135",
        "",
      })
  void isNoOtherTextThere(String text) {
    assertThat(CommandLine.of(Map.of("code", text), null)).isNull();
    assertThat(CommandLine.of(Map.of("input", text), null)).isNull();
  }

  @Test
  void isTheTextOfTheConfiguredArgument() {
    Map<String, Object> arguments = Map.of("command", "view", "line", "make");

    assertThat(CommandLine.of(arguments, "line")).isEqualTo("make");
    assertThat(CommandLine.of("{\"line\": \"make\"}", "line")).isEqualTo("make");
    assertThat(CommandLine.of(arguments, "absent")).isNull();
  }

  @Test
  void isNotSoughtInOtherArguments() {
    assertThat(CommandLine.of(null, null)).isNull();
    assertThat(CommandLine.of("the command is ls -la", null)).isNull();
    assertThat(CommandLine.of(Map.of("command", 7), null)).isNull();
  }
}
