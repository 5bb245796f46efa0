/**
 * The interface of coordinated restore at checkpoint (https://crac.github.io), in the package in
 * which {@code org.crac} looks for Lambda's: {@code
 * -Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac}. Classes and members are called as
 * there; the code is this project's own.
 */
@NullMarked
package com.amazonaws.services.lambda.crac;

import org.jspecify.annotations.NullMarked;
