/** A depot, in which each call of a tool is an object with one method without parameters. */
@NullMarked
package com.acme.depot;

import org.jspecify.annotations.NullMarked;
