package thaw.snapshot;

/**
 * Tells what became of a dump's memory.
 *
 * @param processes how many
 * @param areas mappings of the memory file
 * @param pagesMapped pages that restore maps instead of copying
 * @param pagesLeft pages that restore still copies
 * @param bytes size of the memory file, zeros between pages included
 */
public record Rewritten(int processes, int areas, long pagesMapped, long pagesLeft, long bytes) {}
