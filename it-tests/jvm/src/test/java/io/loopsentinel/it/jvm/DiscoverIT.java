package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** {@code discover} in programs that make it hard to be watched, which run as they do without. */
@FullMatrix(onEachJdk = true)
class DiscoverIT {

  /** Calls a tool eight times, which is long enough to be watched. */
  private static final String PROGRAM =
      """
      import java.util.Map;

      public class Program {
        interface Tool { String run(Map<String, Object> arguments); }

        record Call(String name, Map<String, Object> arguments) {}

        @interface Note { String value(); }

        @Note("class")
        static class Desk {
          final Map<String, Tool> tools = Map.of("search", Program::search);

          @Note("method")
          String dispatch(Call call) {
            Tool tool = tools.get(call.name());
            return tool == null ? "unknown tool" : tool.run(call.arguments());
          }
        }

        static final Desk DESK = new Desk();

        static String search(Map arguments) {
          return "nothing for " + arguments;
        }

        static void call(int number) {
          System.out.println(DESK.dispatch(new Call("search", Map.of("number", number))));
        }

        public static void main(String[] args) throws Exception {
          for (int i = 0; i < 8; i++) {
            call(i);
            Thread.sleep(200);
          }
          System.exit(7);
        }
      }
      """;

  /** Answers four questions, each by four calls of a tool on threads of a pool. */
  private static final String POOL =
      """
      import java.util.Map;
      import java.util.concurrent.CompletableFuture;
      import java.util.concurrent.ExecutorService;
      import java.util.concurrent.Executors;

      public class Pool {
        record Call(String name, Map<String, Object> arguments) {}

        static final ExecutorService POOL = Executors.newFixedThreadPool(2);

        static String search(Map arguments) {
          return "nothing for " + arguments;
        }

        static String dispatch(Call call) {
          return search(call.arguments());
        }

        static void ask(int question) throws Exception {
          for (int i = 0; i < 4; i++) {
            Call call = new Call("search", Map.of("number", 10 * question + i));
            System.out.println(CompletableFuture.supplyAsync(() -> dispatch(call), POOL).get());
            Thread.sleep(200);
          }
        }

        public static void main(String[] args) throws Exception {
          for (int question = 0; question < 4; question++) {
            ask(question);
          }
          System.exit(7);
        }
      }
      """;

  /** Answers questions, with results of the dispatch that no expression can build. */
  private static final String CLOSED =
      """
      import java.util.Map;

      public class Closed {
        record Reply(byte[] bytes) {}

        record Call(String name, Map<String, Object> arguments) {}

        static String search(Map arguments) {
          return "nothing for " + arguments;
        }

        static Reply dispatch(Call call) {
          return new Reply(search(call.arguments()).getBytes());
        }

        static void ask(int question) throws Exception {
          for (int i = 0; i < 4; i++) {
            Reply reply = dispatch(new Call("search", Map.of("number", 10 * question + i)));
            System.out.println(new String(reply.bytes()));
            Thread.sleep(200);
          }
        }

        public static void main(String[] args) throws Exception {
          for (int question = 0; question < 4; question++) {
            ask(question);
          }
          System.exit(7);
        }
      }
      """;

  /** An annotation with one text, up to the letter that says that it is one. */
  private static final Pattern VALUE_OF_ANNOTATION =
      Pattern.compile("(?s)(\\x00\\x00\\x00\\x0b\\x00\\x01..\\x00\\x01..)s");

  @TempDir private File folder;

  @BeforeEach
  void compile() throws IOException {
    compile("Program", PROGRAM);
  }

  private void compile(String type, String content) throws IOException {
    File source = new File(folder, type + ".java");
    Files.writeString(source.toPath(), content);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "17", source.getPath()))
        .isZero();
  }

  @OnEachJdk
  void writesWhatWasCalledWhenTheJvmEnds(Jdk jdk) throws Exception {
    ProgramResult result = discover(jdk);

    assertThat(result.agentLines())
        .anyMatch(line -> line.startsWith("wrote the discovered targets"));
    assertThat(discovered()).contains("type: Program$Desk", "method: dispatch", "{number}");
  }

  @OnEachJdk
  void theRunIsTheSessionIfTheJdkCarriesItToTheThreadsOfTheCalls(Jdk jdk) throws Exception {
    compile("Pool", POOL);

    discover(jdk, "Pool");

    assertThat(discovered()).contains("session: run ?? shared(thread)", "kind: run", "method: ask");
  }

  /** A hint can be the result of the tool. */
  @OnEachJdk(17)
  void theToolIsGuardedIfTheResultOfItsDispatchCannotBeBuilt(Jdk jdk) throws Exception {
    compile("Closed", CLOSED);

    discover(jdk, "Closed");

    assertThat(discovered())
        .contains("    - name: tool-1", "method: search", "kind: run")
        .doesNotContain("method: dispatch");
  }

  @OnEachJdk(17)
  void tellsThatItCannotWriteWhatItDiscovered(Jdk jdk) throws Exception {
    Files.createDirectory(new File(folder, "discovered.yaml").toPath());

    ProgramResult result = discover(jdk);

    assertThat(result.agentLines())
        .anyMatch(line -> line.startsWith("cannot write the discovered targets: "));
  }

  /** The JVM does not read generic signatures, and some obfuscators leave what is none. */
  @OnEachJdk
  void findsTheDispatchIfSignaturesCannotBeRead(Jdk jdk) throws Exception {
    changeClassFiles(content -> content.replace("Ljava/util/Map<", "(java/util/Map>"));

    discover(jdk);

    assertThat(discovered()).contains("type: Program$Desk", "method: dispatch", "{number}");
  }

  /** Nor does it read annotations that are not kept for it. */
  @OnEachJdk
  void findsTheDispatchIfAnnotationsCannotBeRead(Jdk jdk) throws Exception {
    changeClassFiles(content -> VALUE_OF_ANNOTATION.matcher(content).replaceAll("$1?"));

    discover(jdk);

    assertThat(discovered()).contains("type: Program$Desk", "method: dispatch", "{number}");
  }

  private void changeClassFiles(UnaryOperator<String> change) throws IOException {
    File[] files = folder.listFiles((parent, name) -> name.endsWith(".class"));
    for (File file : Objects.requireNonNull(files)) {
      String content = Files.readString(file.toPath(), StandardCharsets.ISO_8859_1);
      Files.writeString(file.toPath(), change.apply(content), StandardCharsets.ISO_8859_1);
    }
  }

  private ProgramResult discover(Jdk jdk) {
    return discover(jdk, "Program");
  }

  /** Runs a program watched; what it does is what it does unwatched. */
  private ProgramResult discover(Jdk jdk, String main) {
    JavaProgram program = JavaProgram.ofMain(main).on(jdk).classPath(folder);
    ProgramResult unwatched = program.run(Programs.LIMIT);
    ProgramResult watched =
        program
            .agentArguments(
                "discover,tool=%s::search,out=%s"
                    .formatted(main, new File(folder, "discovered.yaml")))
            .run(Programs.LIMIT);
    assertThat(unwatched.exitCode()).as("%s", unwatched).isEqualTo(7);
    assertThat(watched.exitCode()).as("%s", watched).isEqualTo(7);
    assertThat(watched.standardOutput()).isEqualTo(unwatched.standardOutput());
    assertThat(watched.applicationErrorLines()).isEqualTo(unwatched.applicationErrorLines());
    return watched;
  }

  private String discovered() throws IOException {
    return Files.readString(new File(folder, "discovered.yaml").toPath());
  }
}
