package io.loopsentinel.it.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.shop.DeskProgram;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** How an application of LangChain4j answers a user whose agent was stopped. */
@FullMatrix
class DeskIT {

  @OnEachJdk
  void answersAndGoesOnInThePlaceOfTheError(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(DeskProgram.class).on(jdk).agent().run(Console.LIMIT).successful();

    assertThat(result.standardOutput())
        .isEqualTo(
            """
            called: I went round in circles and stopped. Please ask in another way.
            called: I went round in circles and stopped. Please ask in another way.
            with an error handler: I went round in circles and stopped. Please ask in another way.
            with an error handler: I went round in circles and stopped. Please ask in another way.
            concurrent: I went round in circles and stopped. Please ask in another way.
            concurrent: I went round in circles and stopped. Please ask in another way.
            """);
  }

  @Test
  void isTheOneOfThePage() throws Exception {
    String source = Files.readString(Path.of("src/test/java/com/acme/shop/Desk.java"));
    String method = source.substring(source.indexOf("  String answer"), source.lastIndexOf("}"));

    assertThat(Files.readString(Path.of("../../docs/troubleshooting.md")))
        .contains("```java\n" + method.replaceAll("(?m)^  ", "") + "```");
  }
}
