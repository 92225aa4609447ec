package io.loopsentinel.agent.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loopsentinel.agent.budget.SpendingArchive.UnavailableException;
import io.loopsentinel.agent.budget.SpendingState.Entry;
import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of what budgets have spent. */
class StateFileTest {

  @TempDir private File folder;
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private Path path;
  private StateFile file;

  @BeforeEach
  void create() {
    path = folder.toPath().resolve("budgets.json");
    file = new StateFile(path, failures::add);
  }

  @AfterEach
  void close() {
    file.close();
  }

  @Test
  void appendsChanges() throws Exception {
    file.open();
    file.replace(new SpendingState(users(1_000, 1), List.of()));
    long before = Files.size(path);

    file.append(users(1, 2));

    assertThat(Files.size(path) - before).isBetween(1L, 300L);
    assertThat(reopened().accounts())
        .hasSize(1_000)
        .contains(user(0, 2), user(1, 1))
        .doesNotContain(user(0, 1));
  }

  @Test
  void doesNotGrowForEver() throws Exception {
    file.open();
    file.replace(new SpendingState(users(100, 1), List.of()));
    for (int i = 0; file.canAppend(); i++) {
      file.append(users(100, i));
      assertThat(i).isLessThan(1_000);
    }

    file.replace(new SpendingState(users(100, 7), List.of()));

    assertThat(file.canAppend()).isTrue();
    assertThat(Files.size(path)).isLessThan(20_000);
  }

  @Test
  void isWrittenAsAWholeAfterSomebodyHasChangedIt() throws Exception {
    file.open();
    file.replace(new SpendingState(users(2, 1), List.of()));
    Files.delete(path);

    assertThat(file.canAppend()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 100})
  void ignoresALastLineThatIsNotWhole(int missing) throws Exception {
    file.open();
    file.replace(new SpendingState(users(2, 1), List.of()));
    file.append(users(1, 2));
    byte[] bytes = Files.readAllBytes(path);
    file.close();
    Files.write(path, Arrays.copyOf(bytes, bytes.length - missing - 1));

    assertThat(reopened().accounts()).containsExactly(user(0, 1), user(1, 1));
    assertThat(failures).isEmpty();
  }

  @Test
  void isSetAsideIfALineIsInvalid() throws Exception {
    file.open();
    file.replace(new SpendingState(users(2, 1), List.of()));
    file.append(users(1, 2));
    file.append(users(1, 3));
    Files.writeString(path, Files.readString(path).replace(":2.0", ":0.0"));

    assertThat(reopened().accounts()).isEmpty();
    assertThat(failures).singleElement().asString().contains("line 4: its checksum does not match");
  }

  @Test
  void isPutAsideUnderANameThatIsFree() throws Exception {
    Files.writeString(path.resolveSibling("budgets.json.broken"), "an older one");
    Files.writeString(path, "no state");

    file.open();

    assertThat(failures).singleElement().asString().contains("is damaged: line 1");
    assertThat(path.resolveSibling("budgets.json.broken")).hasContent("an older one");
    assertThat(path.resolveSibling("budgets.json.broken-2")).hasContent("no state");
    assertThat(path).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"NaN\"", "\"Infinity\"", "1e999", "-1000", "null", "\"many\""})
  void isPutAsideWithANumberThatDoesNotFit(String number) throws Exception {
    file.open();
    file.replace(new SpendingState(users(1, 3), List.of()));
    List<String> lines = Files.readAllLines(path);
    String account = json(lines.get(1)).replace("3.0", number);
    Files.writeString(path, lines.get(0) + "\n" + checked(account));

    assertThat(reopened().accounts()).isEmpty();
    assertThat(failures).singleElement().asString().contains("is damaged");
    assertThat(folder.list()).contains("budgets.json.broken");
  }

  @Test
  void isLeftAloneIfANewerAgentHasWrittenIt() throws Exception {
    String newer = checked("{\"v\":2,\"more\":true}");
    Files.writeString(path, newer);

    isLeftAlone("written by a newer agent");
    assertThat(path).hasContent(newer);
  }

  private void isLeftAlone(String problem) {
    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(file::open)
        .withMessageContaining(problem);
    assertThat(failures).isEmpty();
  }

  private SpendingState reopened() throws Exception {
    file.close();
    return file.open();
  }

  private static String json(String line) {
    return line.substring(line.indexOf(' ') + 1);
  }

  /** Returns a line with its checksum. */
  private static String checked(String json) {
    return StateReader.checksum(json.getBytes(StandardCharsets.UTF_8), 0) + " " + json + "\n";
  }

  private static List<Entry> users(int count, double calls) {
    return IntStream.range(0, count).mapToObj(i -> user(i, calls)).toList();
  }

  private static Entry user(int number, double calls) {
    return new Entry(
        new Account.Key("b", "user " + number, "", ""),
        Account.EMPTY.plus(Measure.TOOL_CALLS, calls));
  }
}
