package io.loopsentinel.it.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.StoreExtension;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** What budgets have spent, in the store of an extension. */
class ExtendedStoreIT {

  private static final String BUDGET =
      "budgets: [{name: all, per: global, window: month, tool_calls: 4}]\n  budgets_store: ";

  @TempDir private File folder;

  @OnEachJdk
  void outlivesTheJvm(Jdk jdk) {
    // given
    String settings = BUDGET + "{folder: {path: \"" + new File(folder, "state").getPath() + "\"}}";

    // when
    ProgramResult first = ExtendedRuns.run(jdk, folder, ExtendedRuns.MY_RULES, settings);
    ProgramResult second = ExtendedRuns.run(jdk, folder, ExtendedRuns.MY_RULES, settings);

    // then
    assertThat(pages(first)).as("%s", first).isEqualTo(4);
    assertThat(pages(second)).as("%s", second).isZero();
  }

  @OnEachJdk(17)
  void isInMemoryWhereTheStoreThrows(Jdk jdk) throws Exception {
    // when
    ProgramResult result = run(jdk, HarmfulExtensions.ThrowingStore.class);

    // then
    assertThat(pages(result)).as("%s", result).isEqualTo(4);
    assertThat(result.agentLines())
        .anyMatch(line -> line.contains("extension harmful") && line.contains("LinkageError"));
  }

  @OnEachJdk(17)
  void isInMemoryWhereTheStoreBlocks(Jdk jdk) throws Exception {
    // when
    ProgramResult result = run(jdk, HarmfulExtensions.BlockingStore.class);

    // then
    assertThat(pages(result)).as("%s", result).isEqualTo(4);
    assertThat(result.agentLines())
        .anyMatch(
            line ->
                line.contains("budgets_store.harmful: cannot be read; it is left as it is")
                    || line.contains("budgets_store.harmful: not read within 2000 ms"));
    assertThat(result.standardOutput()).doesNotContain("written to");
  }

  @OnEachJdk(17)
  void isOneThatAnExtensionBrings(Jdk jdk) {
    // when
    ProgramResult result =
        ExtendedRuns.run(jdk, folder, ExtendedRuns.MY_RULES, BUDGET + "{folders: {path: x}}");

    // then
    assertThat(result.standardError())
        .contains("unknown key \"folders\" in budgets_store; did you mean \"folder\"?");
    assertThat(result.standardOutput()).isEmpty();
  }

  @OnEachJdk(17)
  void isInThePlaceOfAFile(Jdk jdk) {
    // when
    ProgramResult result =
        ExtendedRuns.run(
            jdk,
            folder,
            ExtendedRuns.MY_RULES,
            BUDGET + "{folder: {path: x}}\n  budgets_state: budgets.json");

    // then
    assertThat(result.standardError())
        .contains("budgets_state: expected either budgets_state or budgets_store, not both");
    assertThat(result.standardOutput()).isEmpty();
  }

  private ProgramResult run(Jdk jdk, Class<?> store) throws Exception {
    File jar =
        HarmfulExtensions.jar(
            folder,
            StoreExtension.class,
            store,
            HarmfulExtensions.Store.class,
            HarmfulExtensions.Blocking.class,
            HarmfulExtensions.Detector.class);
    return ExtendedRuns.run(jdk, folder, jar, BUDGET + "{harmful: {}}");
  }

  private static long pages(ProgramResult result) {
    return result.standardOutput().lines().filter(line -> line.matches("page \\d of read")).count();
  }
}
