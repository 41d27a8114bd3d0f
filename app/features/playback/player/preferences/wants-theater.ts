/** Reads the account's unvalidated preferences; in a module that pages load without the player. */
export function wantsTheater(stored: unknown): boolean {
  return (
    typeof stored === "object" && stored !== null && "theater" in stored && stored.theater === true
  );
}
