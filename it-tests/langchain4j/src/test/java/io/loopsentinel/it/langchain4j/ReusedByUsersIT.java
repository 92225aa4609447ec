package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Results that are reused where several users ask at once, whose calls look the same. */
@FullMatrix
class ReusedByUsersIT {

  private static final String CONFIG =
      """
      sentinel:
        overrides:
          balance: {reuse: {ttl: 10m, per: user, invalidated_by: [deposit]}}
        targets:
          - name: desk
            kind: run
            type: io.loopsentinel.it.langchain4j.AccountsProgram$Desk
            method: ask
            labels: {%s}
      """;

  /** Each user's answers before and after the deposit, all true. */
  private static final List<String> TRUE_ANSWERS =
      AccountsProgram.USERS.stream()
          .flatMap(
              user ->
                  Stream.of(" has 0", " has 0", " now has 10", " has 10", " has 10")
                      .map(user::concat))
          .toList();

  private static final int READS = 4 * AccountsProgram.USERS.size();

  @TempDir private File folder;

  @OnEachJdk(17)
  void areThoseOfTheSameUser(Jdk jdk) {
    ProgramResult result = run(jdk, "user: arg0");

    assertThat(answers(result)).isEqualTo(TRUE_ANSWERS);
    assertThat(reads(result)).isLessThan(READS);
    assertThat(result.standardOutput()).contains("refused: []");
  }

  @OnEachJdk(17)
  void areNotReusedIfNothingNamesTheUser(Jdk jdk) {
    ProgramResult result = run(jdk, "prompt: arg1");

    assertThat(answers(result)).isEqualTo(TRUE_ANSWERS);
    assertThat(reads(result)).isEqualTo(READS);
  }

  /** Returns the answers without the sentence before a result that is read again. */
  private static List<String> answers(ProgramResult result) {
    return result
        .standardOutput()
        .lines()
        .limit(TRUE_ANSWERS.size())
        .map(answer -> answer.replaceFirst("^.*: (?=\\w+ has)", ""))
        .toList();
  }

  private static int reads(ProgramResult result) {
    return result
        .standardOutput()
        .lines()
        .filter(line -> line.startsWith("reads: "))
        .mapToInt(line -> Integer.parseInt(line.substring("reads: ".length())))
        .findFirst()
        .orElseThrow();
  }

  private ProgramResult run(Jdk jdk, String labels) {
    return JavaProgram.ofMain(AccountsProgram.class)
        .on(jdk)
        .classPath(Version.NEWEST.classPath(true))
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
        .agentConfig(folder, CONFIG.formatted(labels))
        .run(Duration.ofMinutes(5))
        .successful();
  }
}
