import { createEventLoopTurns } from "~/concurrency/event-loop-turns";

/** Milliseconds that a playlist takes on the event loop in one turn. */
const SLICE_MS = 4;

/** Lets requests in between the slices of all playlists. */
const nextTurn = createEventLoopTurns();

export interface LineVisitor {
  /** Gets each line without its LF. */
  line(text: string): void;
  /** Is called after the lines of a slice, before other work gets its turn. */
  endSlice?(isLast: boolean): void;
}

/**
 * Visits the lines of a playlist in slices. Between two of them, everything else that waits for the
 * event loop runs. Rejects with what the visitor throws.
 */
export async function visitLines(
  text: string,
  visitor: LineVisitor,
  now: () => number = () => performance.now(),
): Promise<void> {
  for (let position = 0; position <= text.length;) {
    const started = now();
    do {
      const found = text.indexOf("\n", position);
      const end = found === -1 ? text.length : found;
      visitor.line(text.slice(position, end));
      position = end + 1;
    } while (position <= text.length && now() - started < SLICE_MS);
    const isLast = position > text.length;
    visitor.endSlice?.(isLast);
    if (!isLast) await nextTurn();
  }
}
