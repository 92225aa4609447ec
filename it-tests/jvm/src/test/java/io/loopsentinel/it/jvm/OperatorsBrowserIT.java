package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Browser;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.jvm.program.TypedProgram;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person on call does on the live page, and behind a link, in a real browser. */
@FullMatrix
class OperatorsBrowserIT {

  private static final Path PICTURES = Path.of("target/screenshots");
  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        overrides: {pay: {threshold: 1, escalation: [ask, abort]}}
        ask: {timeout: 10m}
        budget: {prices: {known: {input: 2, output: 8}}}
        budgets: [{name: daily, per: user, tool_calls: 100}]
        telemetry:
          include_arguments: true
          page: {port: 0}
          audit: {file: "AUDIT"}
          webhooks: [{url: "RECEIVER", answer_links: "http://127.0.0.1:1"}]
        targets:
          - {name: tools, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: arg2, labels: {user: {value: arg0, plain: true}}}
          - {name: model, kind: turn, type: TYPE, method: ask, session: arg0, text: return.text, model: return.model, input_tokens: return.input, output_tokens: return.output}
      """;

  @TempDir private File folder;
  private File audit;
  private AlertReceiver receiver;
  private SteeredRun run;
  private Browser browser;

  @BeforeEach
  void open() throws Exception {
    Path executable = Browser.required();
    receiver = AlertReceiver.answering();
    audit = new File(folder, "audit.jsonl");
    File config =
        Programs.file(
            folder,
            CONFIG
                .replace("TYPE", TypedProgram.class.getName())
                .replace("AUDIT", audit.getPath())
                .replace("RECEIVER", receiver.address()));
    run = SteeredRun.with(Jdks.running(), config);
    browser = Browser.open(executable, new File(folder, "profile"), run.pageWithToken());
    browser.await("document.querySelector('#headline')?.innerText.startsWith('Waiting')");
  }

  @AfterEach
  void close() throws Exception {
    if (run != null) {
      run.close();
    }
    if (receiver != null) {
      receiver.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void answerAQuestionOnThePageOfItsLinkWhichShowsTheSame() throws Exception {
    run.does("bob pay 5");
    run.program().type("bob pay 5");
    browser.await("document.querySelector('[data-until]')?.innerText.endsWith('left')");
    String before = browser.text("[data-until]");
    browser.await("document.querySelector('[data-until]').innerText !== '%s'".formatted(before));
    String onPage = browser.text("#questions");
    photograph("question");
    String link = receiver.json().at("/answer_links/run").asText();

    browser.load(run.page().resolve(URI.create(link).getPath()));
    String onLink = browser.text("main");
    photograph("link");
    browser.evaluate("document.querySelector('[name=by]').value = 'Cleo'");
    browser.evaluate("document.querySelector('form button').click()");
    browser.await("document.querySelector('#headline')?.innerText === 'Answered: run'");
    photograph("link-answered");
    browser.load(run.pageWithToken());

    for (String shown : List.of(onPage, onLink)) {
      assertThat(shown.toLowerCase(Locale.ROOT))
          .contains("pay called again", "bob", "{\"q\":\"5\"}", "waits until", " left");
    }
    browser.await("document.querySelector('#answered').innerText.includes('by link, Cleo')");
    assertThat(browser.problems()).isEmpty();
  }

  @Test
  void answerAQuestionOnThePageUnderTheirName() throws Exception {
    run.does("bob pay 5");
    run.program().type("bob pay 5");
    browser.await("document.querySelector('[data-until]')?.innerText.endsWith('left')");

    confirm("run 1", "Dora");

    browser.await("document.querySelector('#answered').innerText.includes('answered run')");
    assertThat(browser.text("#answered")).contains("on the live page by Dora");
    assertThat(browser.problems()).isEmpty();
  }

  @Test
  void switchTheModeRaiseABudgetAndResetASessionUnderTheirName() throws Exception {
    for (int i = 0; i < 5; i++) {
      run.does("ann search 5");
    }
    browser.await("document.querySelectorAll('.session .calls .stopped').length == 2");
    confirm("mode", "Dora");
    browser.await("document.querySelector('#mode').innerText.startsWith('Mode: observe')");
    for (int i = 0; i < 5; i++) {
      run.does("eve fetch 5");
    }
    confirm("raise", "2h", "a demo", "Dora");
    browser.await("document.querySelector('#status').innerText.includes('was raised')");
    photograph("observed");

    assertThat(browser.text("#tiles"))
        .contains("2 calls", "enforce would have saved, by a low estimate: $0.00");
    assertThat(browser.text("#sessions")).contains("5 calls · ", "tokens · $0.0", "user: eve");
    assertThat(browser.text("#findings")).contains("user: eve");
    assertThat(browser.evaluate("document.querySelector('#calls svg').ariaLabel").asText())
        .startsWith("10 calls in the last hour, 2 of them not run");

    confirm("reset ann", "Dora");
    browser.await("document.querySelectorAll('.session').length == 1");

    run.program().awaitError(text -> text.contains("was reset on the live page"), Programs.LIMIT);
    assertThat(Files.readString(audit.toPath()))
        .contains(
            "mode observe from now on, set on the live page by Dora",
            "a demo (on the live page by Dora)",
            "reset on the live page by Dora");
    assertThat(browser.problems()).isEmpty();
  }

  @Test
  void changeNothingWithoutTheirNameOrIfTheyCancel() {
    browser.pressButtonByKeyboard("mode");
    browser.await("document.querySelector('dialog').open");
    browser.press("Enter", 13);
    assertThat(browser.evaluate("document.querySelector('dialog input:invalid').name").asText())
        .isEqualTo("by");
    assertThat(browser.evaluate("document.querySelector('dialog').open").asBoolean()).isTrue();

    browser.evaluate("document.querySelector('dialog button[type=button]').click()");
    browser.await("!document.querySelector('dialog').open");

    run.does("ann search 5");
    browser.await("document.querySelectorAll('.session').length == 1");
    assertThat(browser.text("#mode")).startsWith("Mode: enforce");
    assertThat(browser.text("#status")).doesNotContain("Refused");
    assertThat(browser.problems()).isEmpty();
  }

  @Test
  void findASessionBySearchAndByTheLinkOfItsFinding() {
    for (String user : List.of("ann", "bob", "bob", "bob", "bob")) {
      run.does(user + " search 5");
    }
    browser.await("document.querySelectorAll('.session').length == 2");

    search("User: bob");
    browser.await("document.querySelectorAll('.session').length == 1");
    browser.await("document.querySelector('.finding a') != null");
    browser.evaluate("document.querySelector('.finding a').click()");

    assertThat(browser.text(".session:target h3")).startsWith("bob");

    search("nobody");

    browser.await("document.querySelector('#findings').innerText.includes('Nothing matches')");
    assertThat(browser.problems()).isEmpty();
  }

  private void search(String words) {
    browser.evaluate(
        "(box => { box.value = '%s'; box.dispatchEvent(new Event('input')); })(document.querySelector('#query'))"
            .formatted(words));
  }

  /** Presses a button, fills in the last fields of its dialog, and confirms it. */
  private void confirm(String button, String... values) throws Exception {
    browser.pressButtonByKeyboard(button);
    browser.await("document.querySelector('dialog').open");
    for (int i = 0; i < values.length; i++) {
      browser.evaluate(
          "[...document.querySelectorAll('dialog input')].at(%d).value = '%s'"
              .formatted(i - values.length, values[i]));
    }
    if (values.length > 1) {
      photograph("dialog");
    }
    browser.press("Enter", 13);
    browser.await("!document.querySelector('dialog').open");
  }

  private void photograph(String name) throws Exception {
    assertThat(browser.flaws(PICTURES, name, "light")).isEmpty();
  }
}
