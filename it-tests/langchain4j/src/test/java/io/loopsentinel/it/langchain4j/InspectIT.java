package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code inspect} and {@code init} find in a framework that has a profile. */
@FullMatrix
class InspectIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern RANK = Pattern.compile("# \\d+\\. .*");

  @Test
  void findsTheDispatchOfToolsAmongTheFirstThree() throws URISyntaxException {
    assertThat(ranked("--all", "--kind", "tool").subList(0, 3))
        .anyMatch(line -> line.contains("tool.ToolService.internalExecuteTool, score "));
  }

  @Test
  void findsTheRequestToTheModelAmongTheFirstThree() throws URISyntaxException {
    assertThat(ranked("--all", "--kind", "turn").subList(0, 3))
        .anyMatch(line -> line.contains("ChatModel.chat, score "));
  }

  @Test
  void leavesOutWhatTheProfileGuards() throws URISyntaxException {
    assertThat(ranked()).isEmpty();
  }

  @Test
  void initNamesTheFrameworkItsVersionAndTheGuardedTools(@TempDir File folder)
      throws URISyntaxException, IOException {
    File file = new File(folder, "first.yaml");

    assertThat(run("init", "--out", file.getPath(), jars(), testClasses()))
        .containsPattern("Framework langchain4j, in langchain4j-1\\.\\d+")
        .containsPattern("\\d+ tools? guarded by profile langchain4j:\n")
        .contains("first.yaml: ")
        .contains(", no problem.\n");
    assertThat(Files.readString(file.toPath()))
        .contains("  profiles: [langchain4j]\n")
        .doesNotContain("annotated_with: dev.langchain4j");
  }

  @Test
  void initSaysThatToolsOutsideOfTheFrameworkAreNotGuarded(@TempDir File folder)
      throws URISyntaxException {
    assertThat(run("init", "--out", new File(folder, "first.yaml").getPath(), jars()))
        .contains("Framework langchain4j, in ")
        .contains("do\nnot run through these frameworks are not guarded: name their classes");
  }

  private static List<String> ranked(String... options) throws URISyntaxException {
    return inspect(options).lines().filter(RANK.asMatchPredicate()).toList();
  }

  private static String inspect(String... options) throws URISyntaxException {
    return run(
        Stream.of(Stream.of("inspect"), Stream.of(options), Stream.of(jars()))
            .flatMap(each -> each)
            .toArray(String[]::new));
  }

  private static String run(String... arguments) {
    return JavaProgram.ofJar(AgentJar.file())
        .arguments(arguments)
        .run(LIMIT)
        .successful()
        .standardOutput();
  }

  private static String jars() throws URISyntaxException {
    return jarOf(AiServices.class) + File.pathSeparator + jarOf(ChatModel.class);
  }

  private static String testClasses() throws URISyntaxException {
    return jarOf(InspectIT.class).getPath();
  }

  private static File jarOf(Class<?> type) throws URISyntaxException {
    return new File(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
