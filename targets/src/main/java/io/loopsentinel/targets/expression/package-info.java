/**
 * A small expression language that reads values from the application and builds values for it.
 *
 * <p>The grammar is in {@link io.loopsentinel.targets.expression.Parser}, the semantics are in
 * docs/targets.md. In addition:
 *
 * <ul>
 *   <li>A missing key of a Map gives null. An index out of range is an error, and so is a null
 *       before {@code .} or {@code [}. Parentheses around a path end the reach of {@code ?.} in it.
 *   <li>An Optional that the expression itself creates with {@code ::} or {@code new} as its last
 *       step is not unwrapped. {@code ??} does not catch errors.
 *   <li>List and map literals create a new, mutable and ordered object on each evaluation.
 *   <li>Overloads are chosen when the expression is linked, by the static types of the arguments. A
 *       value of type Object is checked against the parameter when it is passed.
 * </ul>
 */
@NullMarked
package io.loopsentinel.targets.expression;

import org.jspecify.annotations.NullMarked;
