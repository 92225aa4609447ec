package io.loopsentinel.it.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** A web application in a Tomcat as it is distributed. */
@FullMatrix(onEachJdk = true)
class TomcatIT {

  private static final Pattern PORT = Pattern.compile("http-nio-auto-1-(\\d+)");

  @TempDir private File folder;

  @OnEachJdk(17)
  void stopsTheLoopOfAWebApplication(Jdk jdk) throws IOException {
    install();
    Project.copy("tomcat", folder);
    Archives.war(new File(folder, "webapps/shop.war"));
    List<Console> consoles = Page.recipe("Tomcat").consoles();

    try (RunningProgram tomcat = consoles.get(0).in(folder).on(jdk).start()) {
      String answer = Server.of(tomcat, "Server startup in", PORT).answer(consoles.get(1).script());
      ProgramResult stop = consoles.get(2).in(folder).on(jdk).run(Console.LIMIT);
      ProgramResult result = tomcat.await(Console.LIMIT);

      consoles.get(1).assertShownIn(answer);
      assertThat(result.successful().standardOutput())
          .contains(
              "finding 1 of this loop, the model gets a hint", "summary: 4 calls seen, 1 stopped")
          .doesNotContain("memory leak");
      assertThat(stop.successful().standardOutput()).doesNotContain("[loop-sentinel]");
    }
  }

  private void install() throws IOException {
    Path distribution = distribution();
    for (Path file : Project.files(distribution)) {
      Path to = folder.toPath().resolve(distribution.relativize(file));
      Files.createDirectories(to.getParent());
      Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES);
    }
    for (String empty : List.of("logs", "temp", "webapps")) {
      Files.createDirectories(folder.toPath().resolve(empty));
    }
    takeFreePorts(folder.toPath().resolve("conf/server.xml"));
  }

  private static Path distribution() throws IOException {
    try (Stream<Path> unpacked = Files.list(Path.of("target/tomcat"))) {
      return unpacked.findFirst().orElseThrow();
    }
  }

  /** The port for {@code stop} has to be known, that for requests is told. */
  private static void takeFreePorts(Path settings) throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      Files.writeString(
          settings,
          Files.readString(settings)
              .replace("port=\"8005\"", "port=\"" + free.getLocalPort() + "\"")
              .replace("port=\"8080\"", "port=\"0\""));
    }
  }
}
