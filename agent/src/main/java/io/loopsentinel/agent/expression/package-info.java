/**
 * The small language that reads values from the application and builds values for it.
 *
 * <p>Its grammar stands in {@link io.loopsentinel.agent.expression.Parser}, what it means in
 * docs/targets.md. Beyond that:
 *
 * <ul>
 *   <li>A key that a Map does not hold gives null; an index out of range is an error, and so is a
 *       null in front of {@code .} or {@code [}. Brackets around a path are its end for {@code ?.}
 *   <li>An Optional that the expression itself builds with {@code ::} or {@code new} as its last
 *       step is kept. {@code ??} does not catch errors.
 *   <li>List and map literals are fresh, mutable and ordered.
 *   <li>Overloads are chosen when the expression is linked, by the static types of the arguments; a
 *       value of type Object is checked against the parameter when it is passed.
 * </ul>
 */
@NullMarked
package io.loopsentinel.agent.expression;

import org.jspecify.annotations.NullMarked;
