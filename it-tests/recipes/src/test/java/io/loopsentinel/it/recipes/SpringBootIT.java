package io.loopsentinel.it.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.harness.ShellCommand;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Spring Boot application, whose Spring AI asks a model on the loopback interface. */
@FullMatrix
class SpringBootIT {

  private static final Script STUBBORN =
      Script.stubborn(new ToolCall("findOrders", "{\"customer\": \"Ada Lovelace\"}"));
  private static final String STARTED = "Started ShopApplication";
  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

  /** Those of the project. */
  private static final String SPRING_BOOT = "4.0.7";

  private static final String SPRING_AI = "2.0.1";

  private final List<Console> consoles = Page.recipe("Spring Boot").consoles();

  @TempDir private File folder;

  @Test
  void stopsTheLoopOfWhatThePluginRuns() throws IOException {
    write(SPRING_BOOT, SPRING_AI);

    assertStopped(consoles.get(1));
  }

  /** One version of each line of Spring AI, with a Spring Boot for it. */
  @ParameterizedTest
  @CsvSource({"3.4.5, 1.0.0", "3.5.14, 1.1.2", "4.0.7, 2.0.1"})
  void stopsTheLoopOfAnExecutableJarAndAnswersByTheAdviceOfThePage(
      String springBoot, String springAi) throws IOException {
    write(springBoot, springAi);
    build();
    if (springBoot.equals(SPRING_BOOT)) {
      assertStopped(consoles.get(0));
    }
    try (ScriptedModelServer model = ScriptedModelServer.start(STUBBORN);
        RunningProgram shop = start(consoles.get(0), springAi, model)) {
      Server server = Server.of(shop, STARTED, PORT);

      assertThat(List.of("answer", "later", "streamed"))
          .allSatisfy(
              path ->
                  assertThat(
                          server.answer(
                              "curl -s -w ' %{http_code}' 'localhost:8080/"
                                  + path
                                  + "?question=orders'"))
                      .isEqualTo(
                          "I went round in circles and stopped. Please ask in another way. 502"));
    }
  }

  private void assertStopped(Console console) {
    Console request = consoles.get(2);
    Script told = Script.looping(STUBBORN, "You have no orders.");
    try (ScriptedModelServer model = ScriptedModelServer.start(told);
        RunningProgram shop = start(console, SPRING_AI, model)) {
      String answer = Server.of(shop, STARTED, PORT).answer(request.script());
      shop.awaitOutput(text -> text.contains("finding 1 of this loop"), Console.LIMIT);

      assertThat(answer.lines()).containsExactlyElementsOf(request.output());
    }
  }

  /** Writes the project, with the advice that docs/troubleshooting.md shows. */
  private void write(String springBoot, String springAi) throws IOException {
    Project.copy("spring-boot", folder);
    Path pom = folder.toPath().resolve("pom.xml");
    String text = Files.readString(pom);
    assertThat(text).contains(SPRING_BOOT, SPRING_AI);
    Files.writeString(pom, text.replace(SPRING_BOOT, springBoot).replace(SPRING_AI, springAi));
    String advice =
        Files.readString(Path.of("src/test/java/io/loopsentinel/it/recipes/ToolLoopAdvice.java"));
    Files.writeString(
        folder.toPath().resolve("src/main/java/com/acme/shop/ToolLoopAdvice.java"),
        advice.replace("package io.loopsentinel.it.recipes;", "package com.acme.shop;"));
  }

  private void build() {
    ShellCommand.of("mvn -B -q -ntp package " + api(), folder).run(Console.LIMIT).successful();
  }

  private RunningProgram start(Console console, String springAi, ScriptedModelServer model) {
    String url = model.baseUrl();
    return new Console(console.script().replace("mvn ", "mvn " + api() + " "), console.output())
        .in(folder)
        .environment("SERVER_PORT", "0")
        .environment("SERVER_TOMCAT_BASEDIR", folder + "/tomcat")
        .environment("SPRING_AI_OPENAI_API_KEY", "none")
        // Spring AI 1.x adds the version of the API itself.
        .environment(
            "SPRING_AI_OPENAI_BASE_URL", springAi.startsWith("1.") ? url.replace("/v1", "") : url)
        .start();
  }

  /** What the project compiles against, which no repository has. */
  private static String api() {
    return "-Dloop-sentinel.jar=" + AgentJar.file();
  }
}
