package io.loopsentinel;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** Dependencies between packages that Maven's modules do not enforce. */
class PackageLayersTest {

  private static final String AGENT = "io.loopsentinel.agent.";
  private static final String TARGETS = "io.loopsentinel.targets.";
  private static final String TOOLS = "io.loopsentinel.tools";
  private static final String ENGINE = "io.loopsentinel.engine.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.loopsentinel");

  @Test
  void packagesFormNoCircle() {
    slices().matching("io.loopsentinel.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void onlyDiscoverReachesIntoTheRunningAgent() {
    noClasses()
        .that()
        .resideInAPackage(TOOLS + "..")
        .and()
        .resideOutsideOfPackage(TOOLS + ".discover..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(AGENT + "async..", AGENT + "telemetry..", AGENT + "question..")
        .check(CLASSES);
  }

  @Test
  void asmIsKnownToInspectAndDiscoverOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages(TOOLS + ".inspect..", TOOLS + ".discover..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.objectweb.asm..")
        .check(CLASSES);
  }

  @Test
  void replayUsesTheEngineWithoutInstrumentation() {
    noClasses()
        .that()
        .resideInAPackage(TOOLS + ".replay..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            AGENT + "guard..",
            AGENT + "instrument..",
            TARGETS + "expression..",
            TARGETS + "match..",
            TARGETS + "link..",
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
            ENGINE + "call..",
            ENGINE + "finding..",
            ENGINE + "detect..",
            ENGINE + "session..",
            ENGINE + "response..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.lang.instrument..", "io.loopsentinel.hook..")
        .check(CLASSES);
  }

  /** They may write what they know as bytes; who calls them gives these to other JVMs. */
  @Test
  void detectorsHaveNoClockAndNoInputOrOutput() {
    noClasses()
        .that()
        .resideInAnyPackage(ENGINE + "call..", ENGINE + "finding..", ENGINE + "detect..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.io..", "java.nio..", "java.net..")
                .and(not(belongToAnyOf(DataInput.class, DataOutput.class, IOException.class))))
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(InstantSource.class)
        .check(CLASSES);
  }

  @Test
  void bootstrapUsesOnlyTheJdk() {
    classes()
        .that()
        .resideInAnyPackage("io.loopsentinel", "io.loopsentinel.hook", "io.loopsentinel.management")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.loopsentinel",
            "io.loopsentinel.hook",
            "io.loopsentinel.management",
            "java..",
            "javax.management..",
            "org.jspecify.annotations")
        .check(CLASSES);
  }
}
