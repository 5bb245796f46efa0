package thaw.live;

import java.util.function.Supplier;

/**
 * The page as it is sent, the same for all, made when somebody asks for it.
 *
 * @param policy its content security policy
 */
public record StatePage(Supplier<String> html, Supplier<String> policy) {}
