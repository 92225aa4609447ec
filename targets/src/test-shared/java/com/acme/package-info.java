/** The application that the examples of docs/targets.md are written for. */
@NullMarked
package com.acme;

import org.jspecify.annotations.NullMarked;
