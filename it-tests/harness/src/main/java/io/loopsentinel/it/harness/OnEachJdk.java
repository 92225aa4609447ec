package io.loopsentinel.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test once per JDK of the {@link Matrix}, which it takes as a parameter of type {@link
 * Jdk}. At a class it says on which JDKs all its tests run, those that it inherits among them.
 *
 * <p>A JDK that this machine has not got is reported as a skipped test that names {@link
 * Jdks#VARIABLE}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(EachJdkExtension.class)
public @interface OnEachJdk {

  /**
   * Feature releases; by default the oldest that the agent supports and the newest long-term one.
   */
  int[] value() default {17, 25};
}
