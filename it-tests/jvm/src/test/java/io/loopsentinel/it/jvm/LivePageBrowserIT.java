package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Browser;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdks;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live page in a real browser; pictures of it are kept in {@code target/screenshots}. */
@FullMatrix
class LivePageBrowserIT {

  private static final Path PICTURES = Path.of("target/screenshots");
  private static final String[] LOOP = {
    "c-7 search 5", "c-7 search 5", "c-7 search 5", "c-7 search 5", "c-7 search 5"
  };

  @TempDir private File folder;
  private SteeredRun run;
  private Browser browser;

  @BeforeEach
  void open() throws Exception {
    Path executable = Browser.required();
    run = SteeredRun.on(Jdks.running(), folder);
    browser = Browser.open(executable, new File(folder, "profile"), run.pageWithToken());
    browser.await("document.querySelector('#headline')?.innerText.startsWith('Waiting')");
  }

  @AfterEach
  void close() {
    if (run != null) {
      run.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void showsALoopWithoutBeingLoadedAgain() throws Exception {
    photograph("empty");
    browser.evaluate("window.loaded = 'once'");

    run.does(LOOP);

    browser.await("document.querySelectorAll('.session .calls .stopped').length == 2");
    assertThat(browser.evaluate("window.loaded").asText()).isEqualTo("once");
    assertThat(browser.text("#headline")).isEqualTo("5 tool calls so far. 2 of them did not run.");
    assertThat(browser.text("#findings"))
        .contains(
            "search called again after 3 matching calls",
            "The model got a hint instead of a result.",
            "put this above line 2:",
            "search:\n      threshold: 4");
    assertThat(browser.text("#tiles")).contains("$0.0", "saved, by a low estimate");
    assertThat(browser.text("#sessions")).contains("agent: librarian", "user: sha256:");
    assertThat(browser.text("#budgets"))
        .contains("daily · sha256:", "3 of 100 tool calls", "monthly", "of $0.50");
    assertThat(browser.problems()).isEmpty();
  }

  @Test
  void isReadAtAnyWidthLightAndDark() throws Exception {
    run.does(LOOP);
    run.does("user-42/order-1001 open a", "user-42/order-1001 read b");
    run.does("user-42/order-1001 broken_tool a", "user-42/order-1001 read c");
    for (int i = 0; i < 4; i++) {
      run.does("c-8 list_files .", "c-8 read_file pom.xml");
    }
    browser.await("document.querySelectorAll('.session').length == 3");

    photograph("loops");
    for (int width : List.of(1280, 390)) {
      browser.show(width, "light");
      assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
          .isLessThanOrEqualTo(width);
    }
    assertThat(background()).isEqualTo("rgb(246, 246, 243)");
    browser.show(1280, "dark");
    assertThat(background()).isEqualTo("rgb(22, 22, 21)");
    assertThat(browser.problems()).isEmpty();
  }

  @Test
  void isUsedByTheKeyboard() {
    run.does(LOOP);
    browser.await("document.querySelectorAll('.finding').length == 2");
    browser.send(
        "Browser.grantPermissions",
        Map.of("permissions", List.of("clipboardReadWrite", "clipboardSanitizedWrite")));

    browser.pressButtonByKeyboard("copy");
    browser.await("document.querySelector('#status').innerText.startsWith('Copied')");
    browser.pressButtonByKeyboard("mode");
    browser.send("Input.insertText", Map.of("text", "Dora"));
    browser.press("Enter", 13);
    browser.await("document.querySelector('#mode').innerText.startsWith('Mode: observe')");
    browser.pressButtonByKeyboard("reset c-7");
    browser.press("Enter", 13);
    browser.await("document.querySelectorAll('.session').length == 0");

    assertThat(browser.evaluate("navigator.clipboard.readText()").asText())
        .isEqualTo("  overrides:\n    search:\n      threshold: 4\n");
    awaitLogged("mode observe from now on, set on the live page by Dora; before enforce");
    awaitLogged("session c-7 was reset on the live page by Dora");
    assertThat(browser.problems()).isEmpty();
  }

  @Test
  void isReadByAScreenReader() {
    run.does(LOOP);
    browser.await("document.querySelectorAll('.session .calls .stopped').length == 2");

    assertThat(browser.accessibleNames())
        .contains(
            "main",
            "banner",
            "contentinfo",
            "status",
            "region Findings",
            "region Budgets",
            "region Sessions",
            "region The last hour",
            "region Targets",
            "heading search called again after 3 matching calls",
            "button Switch to observe",
            "button Tell the model of session c-7",
            "button Reset session c-7",
            "image 5 calls, oldest first: A = search × 5; 2 not run");
  }

  @Test
  void switchesNothingWithoutTheToken() {
    browser.evaluate("sessionStorage.clear()");
    browser.load(run.page());
    browser.await("document.querySelector('#mode')?.innerText.includes('To switch')");

    assertThat(browser.evaluate("document.querySelector('#mode button').disabled").asBoolean())
        .isTrue();
    assertThat(browser.evaluate("location.href").asText()).isEqualTo(run.page().toString());
  }

  private void awaitLogged(String line) {
    run.program().awaitError(text -> text.contains(line), Programs.LIMIT);
  }

  private String background() {
    return browser.evaluate("getComputedStyle(document.body).backgroundColor").asText();
  }

  private void photograph(String name) throws Exception {
    for (String scheme : List.of("light", "dark")) {
      for (int width : List.of(1280, 390)) {
        browser.show(width, scheme);
        browser.photograph(PICTURES.resolve("page-%s-%s-%d.png".formatted(name, scheme, width)));
      }
    }
  }
}
