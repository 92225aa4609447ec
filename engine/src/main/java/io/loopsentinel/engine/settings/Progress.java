package io.loopsentinel.engine.settings;

/** Whether a repeated call whose result changes is judged more patiently. */
public enum Progress {
  /** Results are compared; a changing one counts towards {@code threshold_with_progress}. */
  AWARE,
  /** Arguments alone decide. */
  IGNORE
}
