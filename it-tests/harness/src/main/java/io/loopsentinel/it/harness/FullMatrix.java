package io.loopsentinel.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Runs a slow test, or all tests of a class, with the Maven profile {@code matrix} only; and, since
 * a quicker one tests nearly the same on each JDK, on the JDK of the build alone.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = Matrix.PROPERTY, matches = "true")
public @interface FullMatrix {

  /** Whether it runs on each JDK: what it tests depends on the JDK, or nothing else tests it. */
  boolean onEachJdk() default false;
}
