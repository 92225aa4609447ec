package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in docs/check.md match the output of the command. */
class CheckDocumentationTest {

  private static final Path PAGE = Path.of("../docs/check.md");
  private static final Path TROUBLES = Path.of("../docs/troubleshooting.md");
  private static final Pattern SECTION = Pattern.compile("\n## ");
  private static final Pattern CONFIGURATION = Pattern.compile("```yaml\n((?s).*?)```");
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "```console\n\\$ java -jar loop-sentinel.jar check --verbose -c sentinel-config.yaml app.jar\n"
              + "((?s).*?)```");
  private static final Pattern UPGRADE =
      Pattern.compile(
          "```console\n\\$ java -jar loop-sentinel.jar check -c sentinel-config.yaml desk-1.0.jar"
              + " --against desk-2.0.jar\n((?s).*?)```");
  @TempDir private Path folder;

  @Test
  void exampleMatchesTheOutput() throws IOException {
    String page = Files.readString(PAGE).replace("com.acme.desk", "DESK");
    Matcher configuration = CONFIGURATION.matcher(page);
    Matcher example = EXAMPLE.matcher(page);
    assertThat(configuration.find()).isTrue();
    assertThat(example.find()).isTrue();

    CheckInvocation check =
        CheckInvocation.of(
            folder,
            configuration.group(1),
            ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL));

    assertThat(check).isEqualTo(new CheckInvocation(1, example.group(1), ""));
  }

  @Test
  void exampleOfACiJobMatchesTheOutput() throws IOException {
    Path config = folder.resolve("sentinel-config.yaml");
    Files.writeString(
        config,
        """
        sentinel:
          profiles: none
          targets:
            - {name: desk, kind: tool, type: TYPE, method: dispatch, tool: arg0.tool, session: run ?? thread}
            - {name: model, kind: turn, type: TYPE, method: complete, text: return}
            - {name: ask, kind: run, type: TYPE, method: ask, session: arg0}
        """
            .replace("TYPE", "io.loopsentinel.tools.check.fixture.Desk"));
    Path variables = Files.writeString(folder.resolve("secrets.env"), "REDIS_PASSWORD=secret\n");

    CheckInvocation check =
        CheckInvocation.of(
            "-c",
            config.toString(),
            "--env-file",
            variables.toString(),
            ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL).toString());

    assertThat(Files.readString(PAGE))
        .contains(
            "check -c sentinel-config.yaml --env-file secrets.env app.jar\n"
                + check.out().replace(config.toString(), "sentinel-config.yaml"));
    assertThat(check.out()).hasLineCount(4);
    assertThat(check.exitCode()).isZero();
  }

  @Test
  void upgradeExampleMatchesTheOutput() throws IOException {
    String page = Files.readString(PAGE).replace("com.acme.desk", "DESK");
    String section = page.substring(page.indexOf("## Before an upgrade"));
    Matcher configuration = CONFIGURATION.matcher(section);
    Matcher example = UPGRADE.matcher(section);
    assertThat(configuration.find()).isTrue();
    assertThat(example.find()).isTrue();

    Path newer =
        NewVersion.of(
            folder,
            "Answer dispatch(Request request)",
            "Answer dispatch(Request request, int attempt)",
            "this::dispatch",
            "request -> dispatch(request, 1)",
            "dispatch(request))",
            "dispatch(request, 1))",
            "String tool,",
            "String toolName,",
            ".tool()",
            ".toolName()");
    CheckInvocation check =
        CheckInvocation.of(
            folder, configuration.group(1), NewVersion.old(folder), "--against", newer.toString());

    assertThat(check.out().replace(folder + "/", "")).isEqualTo(example.group(1));
    assertThat(check.exitCode()).isEqualTo(1);
  }

  @Test
  void troubleshootingPageMatchesTheOutput() throws IOException {
    String page = Files.readString(TROUBLES).replace("com.acme.desk", "DESK");
    int checked = 0;
    for (String section : SECTION.splitAsStream(page).toList()) {
      Matcher configuration = CONFIGURATION.matcher(section);
      Matcher example = EXAMPLE.matcher(section);
      if (example.find() && configuration.find()) {
        Path place = Files.createDirectories(folder.resolve("section" + checked++));
        CheckInvocation check =
            CheckInvocation.of(
                place,
                configuration.group(1),
                ClassFolder.of(place.resolve("classes"), ClassFolder.ALL));
        assertThat(check.out()).isEqualTo(example.group(1));
        assertThat(check.err()).isEmpty();
      }
    }
    assertThat(checked).isEqualTo(1);
  }
}
