/**
 * Small applications with shapes that look like an agent's and are not, or that stand beside the
 * true ones. Each package is one; {@code shapes.yaml} says what {@code inspect} may make of it.
 */
package com.acme.shapes;
