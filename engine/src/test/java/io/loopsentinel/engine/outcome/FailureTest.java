package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.lang.reflect.InvocationTargetException;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which outcomes are failures, and which failures are the same. */
class FailureTest {

  private static final Map<String, Object> NO_ARGUMENTS = Map.of();

  private final Outcomes reader = new Outcomes();

  @ParameterizedTest
  @MethodSource("forms")
  void eachFormOfTheTableIsRead(FailureForm form) {
    assertThat(form.pattern().matcher(form.example())).isNotNull();
    assertThat(reader.read(NO_ARGUMENTS, form.example()).failed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ok",
        "no match found in the index",
        "No matches found for \"X\" in /src",
        "0 errors, 0 warnings",
        "Error handling is described in chapter 4.",
        "{\"error\": null, \"items\": []}",
        "{\"success\": true}",
        "Exit code 0",
        "The usage of this class is explained below",
        "class ParserException extends RuntimeException {",
        "Invalidated the cache",
        "Call 7: declined by Meyer, 12 seconds",
        "{\"decision\": \"denied\"}",
        "{\"url\": \"https://a.example/x\", \"status\": 404}",
        "{\"status\": \"active\", \"message\": \"404 parts\"}",
        "Blocked by: #12, #14",
        "Cannot",
        "<errors/>",
        "<disk><fault></fault><size>3</size></disk>",
        "<check><fault>none</fault></check>",
      })
  void anAnswerIsNoFailure(String text) {
    Outcome outcome = reader.read(NO_ARGUMENTS, text);

    assertThat(outcome.failed()).isFalse();
    assertThat(outcome.errorKey()).isZero();
    assertThat(outcome.tellingLine()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"message\":\"Bad credentials\",\"status\":\"401\"}",
        "{\"timestamp\":\"2026-04-02T09:00:00Z\",\"status\":404,\"error\":\"Not Found\",\"path\":\"/a\"}",
        "{\"type\": \"about:blank\", \"title\": \"Gone\", \"status\": 410, \"detail\": \"No user\"}",
        "{\"statusCode\": 403, \"message\": \"Missing scope\"}",
        "<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code><Key>a.txt</Key></Error>",
        "<ErrorResponse xmlns=\"urn:q\"><Error><Code>AccessDenied</Code></Error></ErrorResponse>",
        "<soap:Fault><faultcode>soap:Client</faultcode></soap:Fault>",
        "<s:Envelope xmlns:s=\"urn:s\"><s:Body><s:Fault><s:Code>x</s:Code></s:Fault></s:Body></s:Envelope>",
      })
  void theBodyOfAnHttpErrorIsAFailure(String text) {
    assertThat(reader.read(NO_ARGUMENTS, text).failed()).isTrue();
  }

  @Test
  void theLineForTheModelIsTheOneThatWasWritten() {
    String text =
        """
        Traceback (most recent call last):
          x
        ValueError: \u001b[31mNo  value 7\u0000 in Row 12\
        """;

    Outcome outcome = reader.read(Map.of("row", "Row"), text);

    assertThat(outcome.readableLine()).isEqualTo("ValueError: [31mNo value 7 in Row 12");
  }

  @Test
  void theLineForTheModelIsCutBetweenCharacters() {
    Outcome outcome = reader.read(NO_ARGUMENTS, "Error: x" + "\ud83d\ude00".repeat(200));

    assertThat(outcome.readableLine()).hasSize(160).endsWith("\ude00");
    assertThat(reader.read(NO_ARGUMENTS, "Error: " + "\ud83d\ude00".repeat(200)).readableLine())
        .hasSize(159)
        .endsWith("\ude00");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Error: timeout after 30 seconds     | Error: timeout after 31 seconds
          A.java:12: error: missing ;         | A.java:99: error: missing ;
          Error: too   many  parts            | error: too many parts
          KeyError: 'id 12'                   | KeyError: 'id 4711'
          """)
  void numbersBlanksAndCaseDoNotTellFailuresApart(String one, String other) {
    assertThat(failure(one)).isEqualTo(failure(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          E: reason denied                    | E: reason missing
          IOException: disk full              | IOException: disk gone
          9 failed, 3 passed; exit code: 1    | 8 failed, 4 passed; exit code: 1
          """)
  void anotherReasonOrCountIsAnotherFailure(String one, String other) {
    assertThat(failure(one)).isNotEqualTo(failure(other));
  }

  @Test
  void otherFailingTestsAreAnotherFailure() {
    long one = failure("AssertionError: wrong\n--- FAIL: TestParse");
    long other = failure("AssertionError: wrong\n--- FAIL: TestPrint");

    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void whatRepeatsTheCallsOwnArgumentsDoesNotTellFailuresApart() {
    Outcome one = reader.read(Map.of("path", "src/A.java"), "File src/A.java not found");
    Outcome other = reader.read("{\"path\": \"lib/B.java\"}", "File lib/B.java not found");

    assertThat(one.errorKey()).isEqualTo(other.errorKey());
    assertThat(one.tellingLine()).isEqualTo("file § not found");
  }

  @Test
  void anArgumentThatIsRepeatedIsTakenOutQuotedOrNot() {
    assertThat(reader.read(Map.of("column", "table"), "Error: no column 'table'").tellingLine())
        .isEqualTo("error: no column '§'");
    assertThat(reader.read(Map.of("path", "a"), "file a not found").tellingLine())
        .isEqualTo("file § not found");
    assertThat(reader.read(Map.of("path", "lib"), "Directory not found: lib").errorKey())
        .isEqualTo(reader.read(Map.of("path", "src"), "Directory not found: src").errorKey());
  }

  @Test
  void theProgramThatSpeaksIsNoArgument() {
    String error = "bash: mvn: command not found";

    assertThat(reader.read(Map.of("command", "mvn"), error).errorKey())
        .isEqualTo(reader.read(Map.of("command", "mvn test"), error).errorKey());
  }

  @Test
  void aWordOfAnArgumentCountsInQuotesOnly() {
    Map<String, Object> arguments = Map.of("query", "which table");

    assertThat(reader.read(arguments, "Error: no column 'table' in this table").tellingLine())
        .isEqualTo("error: no column '§' in this table");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          grep -e x   | Error: no such some-exec
          a           | Error: no such database
          app         | Error: no such app_server in apple
          :           | Error: no such file
          """)
  void anArgumentIsNotTakenOutOfALongerWord(String argument, String error) {
    assertThat(reader.read(Map.of("x", argument), error).tellingLine())
        .isEqualTo(error.toLowerCase(Locale.ROOT));
  }

  @Test
  void aMarkBeforeSeveralLinesDoesNotTellFailuresApart() {
    long one = failure("Error: WARNING: this is slow\n\nE: Unable to locate package x");
    long other = failure("Error: Reading package lists...\nE: Unable to locate package x");

    assertThat(one).isEqualTo(other);
    assertThat(
            reader.read(NO_ARGUMENTS, "Error: the seat is taken\nUsage: book SEAT").tellingLine())
        .isEqualTo("the seat is taken");
    assertThat(reader.read(NO_ARGUMENTS, "Error: test session starts\nall done").failed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#!/bin/sh\nset -e\nif ! make; then\n  exit 1\nfi\nexit 0",
        "Installing x\nERROR: pip's dependency resolver does not currently take into account all"
            + " the packages\nSuccessfully installed x-1.0",
      })
  void aPrintedScriptOrARemarkAfterASuccessIsNoFailure(String text) {
    assertThat(reader.read(NO_ARGUMENTS, text).failed()).isFalse();
  }

  @Test
  void theLinkersLastLineHidesNoCause() {
    String text =
        "main.c:(.text+0x5): undefined reference to `f'\ncollect2: error: ld returned 1 exit status";

    assertThat(reader.read(NO_ARGUMENTS, text).tellingLine())
        .isEqualTo("main.c:(.text+#x#): undefined reference to `f'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"content\":[{\"type\":\"text\",\"text\":\"no seat left\"}],\"isError\":true}",
        "{\"_meta\":{\"took\":3},\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no seat left\"}]}",
        "{\"content\":[{\"type\":\"text\",\"text\":\"Error executing tool book: no seat left\"}]}",
        "[{\"type\":\"text\",\"text\":\"Error: no seat left\"}]",
      })
  void aResultOfTheModelContextProtocolIsReadByItsText(String text) {
    assertThat(reader.read(NO_ARGUMENTS, text).tellingLine()).endsWith("no seat left");
    assertThat(reader.readFailure(NO_ARGUMENTS, text).tellingLine()).endsWith("no seat left");
  }

  @Test
  void whatAProtocolSaysAboutTheCallIsNoNews() {
    String result =
        "{\"content\":[{\"type\":\"text\",\"text\":\"12 seats\"}],\"_meta\":{\"n\":%d}}";

    assertThat(reader.read(NO_ARGUMENTS, result.formatted(1)).normalisedKey())
        .isEqualTo(reader.read(NO_ARGUMENTS, result.formatted(2)).normalisedKey())
        .isEqualTo(reader.read(NO_ARGUMENTS, "12 seats").normalisedKey());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"content\":[{\"type\":\"image\",\"data\":\"aGk=\"}],\"_meta\":{\"n\":%d}}",
        "{\"content\":[{\"type\":\"image\",\"data\":\"aGk=\",\"_meta\":{\"n\":%d}}]}",
        "{\"content\":[],\"structuredContent\":{\"seats\":12},\"_meta\":{\"n\":%d}}",
      })
  void whatAProtocolSaysAboutTheCallIsNoNewsBesideOtherContent(String result) {
    long key = reader.read(NO_ARGUMENTS, result.formatted(1)).normalisedKey();

    assertThat(reader.read(NO_ARGUMENTS, result.formatted(2)).normalisedKey()).isEqualTo(key);
    assertThat(
            reader
                .read(NO_ARGUMENTS, result.formatted(1).replace("aGk=", "eW8=").replace("12", "13"))
                .normalisedKey())
        .isNotEqualTo(key);
  }

  @Test
  void aFailureWithoutAnyTextIsThatOfTheSameCallOnly() {
    String empty = "<returncode>1</returncode>\n<output>\n</output>";
    long one = reader.read(Map.of("command", "which a"), empty).errorKey();

    assertThat(one).isNotZero();
    assertThat(reader.read(Map.of("command", "which a"), empty).errorKey()).isEqualTo(one);
    assertThat(reader.read(Map.of("command", "test -d b"), empty).errorKey()).isNotEqualTo(one);
  }

  @Test
  void theExitCodeOfAnEnvelopeIsNotWhatTellsFailuresApart() {
    assertThat(reader.read(NO_ARGUMENTS, "<returncode>1</returncode>\n<output>\nbusy\n</output>"))
        .extracting(Outcome::tellingLine)
        .isEqualTo("busy");
    assertThat(reader.read(NO_ARGUMENTS, "{\"exit_code\": 2, \"stderr\": \"busy\"}").tellingLine())
        .isEqualTo("busy");
  }

  @Test
  void theTellingLineOfATracebackIsItsLast() {
    String text =
        """
        Traceback (most recent call last):
          File "a.py", line 1, in <module>
        KeyError: 'a'
        During handling of the above exception, another exception occurred:
        ValueError: no value\
        """;

    assertThat(reader.read(NO_ARGUMENTS, text).tellingLine()).isEqualTo("valueerror: no value");
  }

  @Test
  void aMarkerIsToldByTheFirstOtherLine() {
    String text = "Exit code 2\nthe lock is held by somebody else";

    assertThat(reader.read(NO_ARGUMENTS, text).tellingLine())
        .isEqualTo("the lock is held by somebody else");
  }

  @Test
  void aLongResultThatGoesOnAfterARemarkHasNotFailed() {
    String page = "a line of what the program printed\n".repeat(40);

    assertThat(reader.read(NO_ARGUMENTS, "bash: EOF: command not found\n" + page).failed())
        .isFalse();
    assertThat(reader.read(NO_ARGUMENTS, page + "bash: EOF: command not found").failed()).isTrue();
  }

  @Test
  void aLongLineIsCut() {
    Outcome outcome = reader.read(NO_ARGUMENTS, "Error: " + "long ".repeat(1_000));

    assertThat(outcome.tellingLine()).hasSize(200);
  }

  @Test
  void anExceptionIsToldByItsClassAndMessage() {
    Outcome thrown = reader.readFailure(NO_ARGUMENTS, new FileNotFoundException("no such file"));
    Outcome text = reader.readFailure(NO_ARGUMENTS, "java.io.FileNotFoundException: no such file");

    assertThat(thrown).usingRecursiveComparison().ignoringFields("scratch").isEqualTo(text);
    assertThat(thrown.tellingLine()).isEqualTo("java.io.filenotfoundexception: no such file");
  }

  @Test
  void anExceptionWithoutMessageIsToldByItsCause() {
    Exception wrapper = new InvocationTargetException(new IllegalStateException("closed"));

    assertThat(reader.readFailure(NO_ARGUMENTS, wrapper).tellingLine())
        .isEqualTo("java.lang.illegalstateexception: closed");
  }

  @Test
  void aResultMarkedAsFailedIsToldByItsFirstLine() {
    Outcome outcome = reader.readFailure(NO_ARGUMENTS, "\n  nobody is at home\nbye");

    assertThat(outcome.failed()).isTrue();
    assertThat(outcome.tellingLine()).isEqualTo("nobody is at home");
    assertThat(outcome.acknowledgement()).isFalse();
  }

  @Test
  void aFailureWithoutAnyTextIsOne() {
    assertThat(reader.readFailure(NO_ARGUMENTS, null).errorKey())
        .isNotZero()
        .isEqualTo(reader.readFailure(NO_ARGUMENTS, "").errorKey());
  }

  private long failure(String text) {
    Outcome outcome = reader.read(NO_ARGUMENTS, text);
    assertThat(outcome.failed()).isTrue();
    return outcome.errorKey();
  }

  private static Stream<FailureForm> forms() {
    return FailureForm.TABLE.stream();
  }
}
