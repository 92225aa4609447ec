package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.HelloProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/** An application in a named module, none of whose packages is exported or open. */
@FullMatrix(onEachJdk = true)
class NamedModuleIT {

  private static final String MODULE = "module acme {}";
  private static final String APPLICATION =
      """
      package acme;

      class Application {
        private static final class Request {
          private final String tool = "search";
          private final java.util.Map<String, String> arguments = java.util.Map.of("q", "x");
        }

        private static String dispatch(Request request) {
          return request.tool + " ran with " + request.arguments;
        }

        public static void main(String[] args) {
          for (int i = 0; i < 4; i++) {
            System.out.println(dispatch(new Request()));
          }
        }
      }
      """;

  @TempDir private File folder;

  @OnEachJdk
  void guardsItAndReadsItsPrivateFields(Jdk jdk) throws IOException {
    JavaProgram program =
        JavaProgram.ofMain(HelloProgram.class) // Comes after -m and so is but an argument.
            .on(jdk)
            .jvmOptions("-p", compile().getPath(), "-m", "acme/acme.Application")
            .agentConfig(
                folder,
                Programs.targets(
                    "warn",
                    "{name: acme, kind: tool, type: acme.Application, method: dispatch, tool:"
                        + " arg0.tool, args: arg0.arguments}"));

    ProgramResult result = program.run(Programs.LIMIT);

    assertThat(result.standardOutput().lines().toList())
        .hasSize(4)
        .startsWith(Programs.RAN, Programs.RAN, Programs.RAN)
        .last()
        .asString()
        .startsWith("loop-detected: search");
    assertThat(result.applicationErrorLines()).isEmpty();
  }

  private File compile() throws IOException {
    File sources = new File(folder, "sources");
    File classes = new File(folder, "classes");
    assertThat(new File(sources, "acme").mkdirs()).isTrue();
    File module = new File(sources, "module-info.java");
    File application = new File(sources, "acme/Application.java");
    Files.writeString(module.toPath(), MODULE);
    Files.writeString(application.toPath(), APPLICATION);
    int exitCode =
        Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
            .run(
                null,
                null,
                null,
                "--release",
                "17",
                "-d",
                classes.getPath(),
                module.getPath(),
                application.getPath());
    assertThat(exitCode).isZero();
    return classes;
  }
}
