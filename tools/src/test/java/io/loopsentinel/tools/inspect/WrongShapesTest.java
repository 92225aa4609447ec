package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.targets.config.ConfigLoader;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.Profiles;
import io.loopsentinel.targets.config.TargetSpec;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Nothing is put in force for applications that only look like agents, nor for what stands beside
 * the dispatch of true ones. {@code com/acme/shapes/shapes.yaml} says what may be.
 */
class WrongShapesTest {

  private static final String PACKAGE = "com.acme.shapes.";
  private static final Map<String, ShapeRow> ROWS = rows();

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("shapes")
  void nothingIsInForceThatShouldNotBe(String shape, ShapeRow row) {
    InspectInvocation inspection = InspectInvocation.of(folder(shape).toString());

    assertThat(inspection.exitCode()).isZero();
    assertThat(row.violations(inForce(shape, inspection.out()))).isEmpty();
  }

  @Test
  void eachPackageHasItsRow() throws IOException {
    try (Stream<Path> folders = Files.list(folder(""))) {
      assertThat(folders.filter(Files::isDirectory).map(folder -> folder.getFileName().toString()))
          .hasSizeGreaterThanOrEqualTo(40)
          .containsExactlyInAnyOrderElementsOf(ROWS.keySet());
    }
  }

  @Test
  void eachMethodThatMayBeInForceIsThere() {
    ROWS.forEach(
        (shape, row) ->
            assertThat(row.may())
                .as(shape)
                .allSatisfy(
                    method -> {
                      String name = method.substring(method.indexOf(' ') + 1);
                      int dot = name.indexOf('.');
                      Class<?> type = Class.forName(PACKAGE + shape + "." + name.substring(0, dot));
                      assertThat(Arrays.stream(type.getDeclaredMethods()).map(Method::getName))
                          .contains(name.substring(dot + 1));
                    }));
  }

  @Test
  void theShapesWithAnAgentAndWithoutOneAreEnough() {
    assertThat(ROWS.values().stream().filter(row -> row.may().isEmpty()).count())
        .isGreaterThanOrEqualTo(10);
    assertThat(ROWS.values().stream().filter(row -> !row.may().isEmpty()).count())
        .isGreaterThanOrEqualTo(15);
  }

  private static List<Object[]> shapes() {
    return ROWS.entrySet().stream()
        .map(row -> new Object[] {row.getKey(), row.getValue()})
        .toList();
  }

  private static List<TargetInForce> inForce(String shape, String yaml) {
    Loaded loaded =
        (Loaded) new ConfigLoader(Profiles.shipped()).read(yaml, "what inspect printed");
    List<TargetSpec> targets = loaded.config().targets();
    return targets.stream()
        .map(target -> TargetInForce.of(target, PACKAGE + shape + ".", targets))
        .toList();
  }

  private static Path folder(String shape) {
    return Path.of(
        URI.create(
            Objects.requireNonNull(
                    WrongShapesTest.class.getResource("/" + PACKAGE.replace('.', '/') + shape))
                .toString()));
  }

  private static Map<String, ShapeRow> rows() {
    try (InputStream in =
        WrongShapesTest.class.getResourceAsStream("/com/acme/shapes/shapes.yaml")) {
      return new ObjectMapper()
          .convertValue(
              new Load(LoadSettings.builder().build()).loadFromInputStream(in),
              new TypeReference<>() {});
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
