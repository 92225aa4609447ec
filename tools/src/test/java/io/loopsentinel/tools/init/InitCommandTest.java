package io.loopsentinel.tools.init;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.fixture.Agent;
import io.loopsentinel.fixture.shop.Orders;
import io.loopsentinel.fixture.shop.ShopTool;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first configuration of an application whose tools are annotated. */
class InitCommandTest {

  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void chooseFile() {
    file = folder.resolve("sentinel-config.yaml");
  }

  @Test
  void listsTheTools() throws IOException {
    InitInvocation init = init(shop());

    assertThat(init.out())
        .startsWith(
            """
            2 tools marked with io.loopsentinel.fixture.shop.ShopTool:
              find_orders: io.loopsentinel.fixture.shop.Orders.find
              cancel: io.loopsentinel.fixture.shop.Orders.cancel
            """);
    assertThat(init.err()).isEmpty();
    assertThat(init.exitCode()).isZero();
  }

  @Test
  void writesOneTargetForTheirAnnotation() throws IOException {
    init(shop());

    assertThat(Files.readString(file))
        .contains(
            """
                # Tools: find_orders, cancel
                - {name: shop-tool, kind: tool, annotated_with: io.loopsentinel.fixture.shop.ShopTool,\
             packages: [io.loopsentinel.fixture.shop]}
            """);
  }

  @Test
  void makesEachRequestOfAWebApplicationARun() throws IOException {
    Path servlets = Files.createDirectory(folder.resolve("servlets"));
    Classes.addServlets(servlets);

    InitInvocation init = InitInvocation.of("--out", file, shop(), servlets);

    assertThat(config().targets())
        .extracting(each -> each.kind() + " " + each.type() + " " + each.method())
        .contains("RUN jakarta.servlet.http.HttpServlet service");
    assertThat(init.out())
        .contains("sentinel-config.yaml: 3 methods would be guarded, no problem.")
        .doesNotContain("sessions are threads");
  }

  @Test
  void fileObservesWithTheLivePage() throws IOException {
    init(shop());

    assertThat(Files.readString(file)).contains("\n  mode: observe\n", "\n    page: {port: 0}\n");
    assertThat(config().targets()).hasSize(1);
  }

  @Test
  void checkPassesOnTheFile() throws IOException {
    assertThat(init(shop()).out())
        .contains("sentinel-config.yaml: 2 methods would be guarded, no problem.");
  }

  @Test
  void printsTheCommandThatStartsTheApplication() throws IOException {
    Path jar = shop();

    assertThat(init(jar).out())
        .endsWith("  java -javaagent:loop-sentinel.jar=%s -jar %s\n".formatted(file, jar));
    assertThat(InitInvocation.of("--out", folder.resolve("b.yaml"), jar, folder).out())
        .endsWith("b.yaml -cp CLASS_PATH MAIN_CLASS\n");
  }

  @Test
  void doesNotOverwriteAFile() throws IOException {
    Files.writeString(file, "mine");

    assertThat(init(shop()))
        .isEqualTo(
            new InitInvocation(
                2,
                "",
                file + " already exists and is not overwritten: name another file with --out\n"));
    assertThat(Files.readString(file)).isEqualTo("mine");
  }

  @Test
  void withoutToolsTheFileHasAnExample() throws IOException {
    InitInvocation init = init(Classes.jar(folder.resolve("app.jar"), Agent.class));

    assertThat(init.exitCode()).isEqualTo(1);
    assertThat(init.out())
        .startsWith("No framework is known here, and no method has an annotation of a tool.\n");
    assertThat(Files.readString(file)).contains("  #   - {name: my-tools, kind: tool, types: ");
    assertThat(config().targets()).isEmpty();
  }

  @Test
  void writesNothingIfNoClassCouldBeRead() {
    InitInvocation init = init(folder);

    assertThat(init.exitCode()).isEqualTo(1);
    assertThat(init.err()).startsWith("No class could be read.");
    assertThat(file).doesNotExist();
  }

  @Test
  void reportsAPathThatDoesNotExist() {
    assertThat(init("nowhere.jar"))
        .isEqualTo(new InitInvocation(2, "", "nowhere.jar: there is no such file\n"));
  }

  private Path shop() throws IOException {
    return Classes.jar(folder.resolve("app.jar"), Orders.class, ShopTool.class);
  }

  private InitInvocation init(Object path) {
    return InitInvocation.of("--out", file, path);
  }

  private SentinelConfig config() throws IOException {
    return ((Loaded) new ConfigLoader(Profiles.shipped()).read(Files.readString(file), "file"))
        .config();
  }
}
