/**
 * The small language that reads values from the application and builds values for it.
 *
 * <p>Its grammar stands in {@link io.loopsentinel.agent.expression.Parser}. What it means:
 *
 * <ul>
 *   <li>{@code .name} is the first that exists of: record component, {@code getName()} or {@code
 *       isName()}, {@code name()}, field of any visibility. On a Map it is the key, unless the
 *       Map's own class adds a public getter of that name. Methods that return nothing are only
 *       called with brackets.
 *   <li>{@code [key]} reads a Map, a List, an array, or anything that has {@code get(key)}. A key
 *       that a Map does not hold gives null; an index out of range is an error.
 *   <li>A null in front of {@code .} or {@code [} is an error; in front of {@code ?.} (or {@code
 *       ?.[}) it ends the whole path with null, brackets around a path being its end.
 *   <li>An Optional in a path stands for its value, an empty one for null. One that the expression
 *       itself builds with {@code ::} or {@code new} as its last step is kept.
 *   <li>{@code a[*].b} is the list of all {@code b}, nulls included. {@code a[*].b[*].c} is one
 *       list, not a list of lists; an element whose path {@code ?.} ends before the second {@code
 *       [*]} adds nothing to it. A Map has its values for elements.
 *   <li>{@code a ?? b} is {@code a}, or {@code b} where {@code a} is null. It does not catch
 *       errors.
 *   <li>{@code identity(a)} is a key that stands for the very object, equal for no other one, and
 *       does not keep it in memory; null for null. {@code append(list, item)} is a new list with
 *       the item behind the elements of a collection or an array; {@code put(map, key, value)} a
 *       new map with the entries of another one and that key. Null counts as an empty one.
 *   <li>List and map literals are fresh, mutable and ordered.
 *   <li>Overloads are chosen when the expression is linked, by the static types of the arguments; a
 *       value of type Object is checked against the parameter when it is passed.
 * </ul>
 */
@NullMarked
package io.loopsentinel.agent.expression;

import org.jspecify.annotations.NullMarked;
