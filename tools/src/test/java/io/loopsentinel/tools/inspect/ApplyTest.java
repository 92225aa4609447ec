package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.fixture.Agent;
import io.loopsentinel.fixture.Call;
import io.loopsentinel.fixture.Completion;
import io.loopsentinel.fixture.Model;
import io.loopsentinel.fixture.Output;
import io.loopsentinel.targets.config.ConfigLoader;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.Profiles;
import io.loopsentinel.targets.config.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file and the output of {@code --apply}. */
class ApplyTest {

  private static final Class<?>[] FIXTURE = {
    Agent.class, Call.class, Completion.class, Model.class, Output.class
  };
  private static final Pattern TO_REMOVE =
      Pattern.compile("remove \"# \" from lines (\\d+) to (\\d+) and \" \\[]\" from line (\\d+)");
  private static final String DISCOVER =
      "java -javaagent:loop-sentinel.jar=discover,out=targets.yaml -jar app.jar\n";

  @TempDir private Path folder;

  @Test
  void writesThePrintedTargetsInModeObserve() throws IOException {
    InspectInvocation inspection = apply(FIXTURE);

    String printed = InspectInvocation.of(jar(FIXTURE).toString()).out();
    assertThat(inspection.exitCode()).isZero();
    assertThat(Files.readString(file()))
        .isEqualTo(printed.replace("sentinel:\n", "sentinel:\n  mode: observe\n"));
  }

  @Test
  void returnsTheResultOfTheFileCheck() throws IOException {
    InspectInvocation inspection =
        InspectInvocation.checkedBy(
            (configuration, files, out, err) -> {
              out.println("checked " + configuration);
              return 1;
            },
            "--apply=" + file(),
            jar(FIXTURE).toString());

    assertThat(inspection.exitCode()).isEqualTo(1);
    assertThat(inspection.out()).startsWith("checked " + file() + "\n\nThree lines to decide:\n");
  }

  @Test
  void asksWhetherTheRunOfStepsIsOneMessage() {
    String name = "/com/acme/shapes/recursion";
    String classes = Objects.requireNonNull(ApplyTest.class.getResource(name)).getPath();

    InspectInvocation inspection =
        InspectInvocation.checkedBy(
            (configuration, files, out, err) -> 0, "--apply=" + file(), classes);

    assertThat(inspection.out())
        .contains(
            "  A run is everything that happens with one identity(arg0) of"
                + " com.acme.shapes.recursion.")
        .contains("  Is it different for each message of each user?\n");
  }

  @Test
  void tellsThreeLinesOfTheFile() throws IOException {
    InspectInvocation inspection = apply(FIXTURE);

    List<String> lines = Files.readAllLines(file());
    Pattern place = Pattern.compile("(?m)^" + Pattern.quote(file() + ":") + "(\\d+): (.*)$");
    assertThat(place.matcher(inspection.out()).results())
        .hasSize(3)
        .allSatisfy(
            told -> assertThat(lines.get(number(told, 1) - 1).strip()).isEqualTo(told.group(2)))
        .extracting(told -> told.group(2))
        .containsExactly(
            "method: dispatch",
            "session: run ?? shared(thread)",
            "result: " + Output.class.getName() + "::failure(message)");
  }

  @Test
  void describesARunAndTheNextStep() throws IOException {
    assertThat(apply(FIXTURE).out())
        .contains("A run is a call of " + Agent.class.getName() + ".ask(String, String) (line ")
        .endsWith("  java -javaagent:loop-sentinel.jar=" + file() + " -jar app.jar\n");
  }

  @Test
  void namesTheOtherWaysToTools() throws IOException {
    assertThat(
            apply(
                    Agent.class,
                    Helper.class,
                    Call.class,
                    Completion.class,
                    Model.class,
                    Output.class)
                .out())
        .contains("Three lines to decide:\n")
        .contains(": method: dispatch\n  This is another path to tools: decide the same.\n");
  }

  @Test
  void neverOverwritesAFile() throws IOException {
    Files.writeString(file(), "mine");

    InspectInvocation inspection = apply(FIXTURE);

    assertThat(inspection)
        .isEqualTo(
            new InspectInvocation(
                2,
                "",
                file()
                    + " already exists and is not overwritten: name another file, as in"
                    + " --apply=found.yaml, or move that one away\n"));
    assertThat(Files.readString(file())).isEqualTo("mine");
  }

  @Test
  void doesNotWriteToAJar() {
    assertThat(InspectInvocation.of("--apply", "nowhere.jar").err())
        .isEqualTo("nowhere.jar: there is no such file\n");
  }

  @Test
  void explainsTheNearestCandidateIfAllAreComments() throws IOException {
    assertThat(apply(Silent.class, Call.class).out())
        .contains(
            "No tool dispatch is in force. The nearest is "
                + Silent.class.getName()
                + ".dispatch(Call)")
        .contains("\n  result is missing: nothing was found that builds a ")
        .contains("  Without result, the run ends where the model would get a hint.")
        .endsWith(DISCOVER);
  }

  @Test
  void uncommentedTargetIsValid() throws IOException {
    // given
    String told = apply(Silent.class, Call.class).out();
    MatchResult removed = TO_REMOVE.matcher(told).results().findFirst().orElseThrow();
    List<String> lines = new ArrayList<>(Files.readAllLines(file()));

    // when
    for (int i = number(removed, 1); i <= number(removed, 2); i++) {
      lines.set(i - 1, lines.get(i - 1).replaceFirst("# ", ""));
    }
    lines.set(number(removed, 3) - 1, lines.get(number(removed, 3) - 1).replace(" []", ""));

    // then
    assertThat(new ConfigLoader(Profiles.shipped()).read(String.join("\n", lines), "changed"))
        .isInstanceOfSatisfying(
            Loaded.class,
            loaded ->
                assertThat(loaded.config().targets())
                    .extracting(TargetSpec::type)
                    .containsExactly(Silent.class.getName()));
  }

  @Test
  void recommendsDiscoverIfNoMethodLooksLikeDispatch() throws IOException {
    assertThat(apply(Output.class).out())
        .startsWith("\nNo method looks like tool dispatch. ")
        .endsWith(DISCOVER);
  }

  private InspectInvocation apply(Class<?>... types) throws IOException {
    return InspectInvocation.of("--apply=" + file(), jar(types).toString());
  }

  private Path jar(Class<?>... types) throws IOException {
    return Fixtures.jar(folder.resolve("app.jar"), "", types);
  }

  private Path file() {
    return folder.resolve("first.yaml");
  }

  private static int number(MatchResult told, int group) {
    return Integer.parseInt(told.group(group));
  }

  /** Answers as {@link Agent} does, with tools of its own. */
  static class Helper {

    private final Model model = new Model();
    private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

    String ask(String question) {
      List<String> messages = new ArrayList<>(List.of(question));
      Completion completion = model.complete(messages);
      while (!completion.calls().isEmpty()) {
        for (Call call : completion.calls()) {
          messages.add(dispatch(call).text());
        }
        completion = model.complete(messages);
      }
      return completion.text();
    }

    private Output dispatch(Call call) {
      Function<Map<String, Object>, String> tool = tools.get(call.name());
      return tool == null
          ? Output.failure("unknown tool " + call.name())
          : Output.success(tool.apply(call.arguments()));
    }
  }

  /** Gives what nothing is known to build. */
  static class Silent {

    private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();
    private final Receipt receipt;

    Silent(Receipt receipt) {
      this.receipt = receipt;
    }

    /** Is implemented nowhere. */
    interface Receipt {}

    @Nullable Receipt dispatch(Call call) {
      Function<Map<String, Object>, String> tool = tools.get(call.name());
      return tool == null || tool.apply(call.arguments()).isEmpty() ? null : receipt;
    }
  }
}
