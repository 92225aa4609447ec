package io.loopsentinel.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** The layers of a call's way: advice, hook, guard, session, decision; and no circle in them. */
class PackageLayersTest {

  private static final String ROOT = "io.loopsentinel.agent.";
  private static final String ENGINE = "io.loopsentinel.engine.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.loopsentinel");

  @Test
  void dependenciesPointOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("launch")
        .definedBy(ROOT + "launch..")
        .layer("instrument")
        .definedBy(ROOT + "instrument..")
        .layer("guard")
        .definedBy(ROOT + "guard..")
        .layer("replay")
        .definedBy(ROOT + "command.replay..")
        .layer("report")
        .definedBy(ROOT + "command.report..")
        .layer("inspect")
        .definedBy(ROOT + "command.inspect..")
        .layer("command")
        .definedBy(ROOT + "command")
        .layer("check")
        .definedBy(ROOT + "command.check..")
        .layer("discover")
        .definedBy(ROOT + "command.discover..")
        .layer("jvm")
        .definedBy(ROOT + "command.jvm..")
        .layer("session")
        .definedBy(ENGINE + "session..")
        .layer("response")
        .definedBy(ENGINE + "response..")
        .layer("detect")
        .definedBy(ENGINE + "detect..")
        .layer("config")
        .definedBy(ROOT + "config..")
        .layer("expression")
        .definedBy(ROOT + "expression..")
        .layer("outcome")
        .definedBy(ENGINE + "outcome..")
        .layer("identity")
        .definedBy(ENGINE + "identity..")
        .layer("telemetry")
        .definedBy(ROOT + "telemetry..")
        .layer("management")
        .definedBy(ROOT + "management..")
        .layer("page")
        .definedBy(ROOT + "page..")
        .layer("question")
        .definedBy(ROOT + "question..")
        .layer("async")
        .definedBy(ROOT + "async..")
        .whereLayer("launch")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("check")
        .mayOnlyBeAccessedByLayers("launch")
        .whereLayer("discover")
        .mayOnlyBeAccessedByLayers("launch")
        .whereLayer("instrument")
        .mayOnlyBeAccessedByLayers("check", "discover", "launch")
        .whereLayer("management")
        .mayOnlyBeAccessedByLayers("jvm", "page", "launch")
        .whereLayer("jvm")
        .mayOnlyBeAccessedByLayers("launch")
        .whereLayer("page")
        .mayOnlyBeAccessedByLayers("replay", "report", "launch")
        .whereLayer("guard")
        .mayOnlyBeAccessedByLayers("check", "discover", "instrument", "launch")
        .whereLayer("replay")
        .mayOnlyBeAccessedByLayers("launch")
        .whereLayer("report")
        .mayOnlyBeAccessedByLayers("launch")
        .whereLayer("report")
        .mayOnlyAccessLayers("command", "page")
        .whereLayer("inspect")
        .mayOnlyBeAccessedByLayers("check", "discover", "launch")
        .whereLayer("inspect")
        .mayOnlyAccessLayers("command", "config")
        .whereLayer("command")
        .mayOnlyBeAccessedByLayers("check", "inspect", "jvm", "replay", "report", "launch")
        .whereLayer("command")
        .mayNotAccessAnyLayer()
        .whereLayer("session")
        .mayOnlyBeAccessedByLayers("guard", "management", "replay", "launch")
        .whereLayer("response")
        .mayOnlyBeAccessedByLayers("session", "guard", "launch")
        .whereLayer("detect")
        .mayOnlyBeAccessedByLayers("config", "response", "session", "guard", "replay", "launch")
        .whereLayer("config")
        .mayOnlyBeAccessedByLayers(
            "detect",
            "response",
            "session",
            "guard",
            "replay",
            "inspect",
            "check",
            "discover",
            "instrument",
            "jvm",
            "management",
            "page",
            "question",
            "launch")
        .whereLayer("outcome")
        .mayOnlyBeAccessedByLayers(
            "config", "detect", "response", "session", "guard", "replay", "instrument", "launch")
        .whereLayer("question")
        .mayOnlyBeAccessedByLayers("guard", "management", "page", "launch")
        .whereLayer("async")
        .mayOnlyBeAccessedByLayers("expression", "guard", "instrument")
        .whereLayer("outcome")
        .mayOnlyAccessLayers("identity")
        .check(CLASSES);
  }

  @Test
  void packagesFormNoCircle() {
    slices().matching("io.loopsentinel.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void asmIsKnownToInspectOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "command.inspect..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.objectweb.asm..")
        .check(CLASSES);
  }

  @Test
  void replayUsesTheEngineWithoutInstrumentation() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "command.replay..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            ROOT + "guard..",
            ROOT + "instrument..",
            ROOT + "expression..",
            "java.lang.instrument..")
        .check(CLASSES);
  }

  @Test
  void theEngineKnowsNothingOfInstrumentation() {
    noClasses()
        .that()
        .resideInAnyPackage(
            ENGINE + "identity..",
            ENGINE + "outcome..",
            ENGINE + "detect..",
            ENGINE + "session..",
            ENGINE + "response..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.lang.instrument..", "io.loopsentinel.hook..")
        .check(CLASSES);
  }

  @Test
  void detectorsHaveNoClockAndNoInputOrOutput() {
    noClasses()
        .that()
        .resideInAPackage(ENGINE + "detect..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio..", "java.net..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(InstantSource.class)
        .check(CLASSES);
  }

  @Test
  void whatTheApplicationSeesUsesTheJdkOnly() {
    classes()
        .that()
        .resideInAnyPackage("io.loopsentinel", "io.loopsentinel.hook")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.loopsentinel", "io.loopsentinel.hook", "java..", "org.jspecify.annotations")
        .check(CLASSES);
  }
}
