/** A travel agency that answers in chains of futures on one thread. */
@NullMarked
package com.acme.travel;

import org.jspecify.annotations.NullMarked;
