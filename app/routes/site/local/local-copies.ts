import { DEFAULT_ACCENT, parseHexColor } from "~/ui/theme/accent";

/** The choices of specification 2.2 as a browser keeps a copy of them. */
export interface LocalChoices {
  /** `#rrggbb`, or null for the site's own. */
  accent: string | null;
  parentalControl: boolean;
  trackSearchHistory: boolean;
}

/** Whose choices the copies are. */
export type LocalOwner = "account" | "visitor";

type Kept = Pick<Storage, "getItem" | "setItem">;

const OWNER = "akari:choices-of";

/** Writes the copies, so that they are what the page goes by. */
export function writeLocalChoices(
  storage: Kept,
  { accent, parentalControl, trackSearchHistory }: LocalChoices,
  owner: LocalOwner,
): void {
  storage.setItem("enfasis", accent ?? DEFAULT_ACCENT);
  storage.setItem("parental_control", JSON.stringify(parentalControl));
  storage.setItem("trackSearchHistory", JSON.stringify(trackSearchHistory));
  storage.setItem(OWNER, owner);
}

/**
 * What a visitor has chosen in this browser before, as fields of the settings' form; null when it differs in nothing from what the page goes by. The
 * copies of an account are nobody's choices after it has signed out: what it saw must not be seen without it.
 */
export function visitorChoices(storage: Kept, shown: LocalChoices): Record<string, string> | null {
  if (storage.getItem(OWNER) === "account") return null;
  const fields: Record<string, string> = {};
  const accent = parseHexColor(storage.getItem("enfasis") ?? "");
  if (accent !== null && accent !== (shown.accent ?? DEFAULT_ACCENT).toLowerCase())
    fields["accent"] = accent;
  const control = flag(storage.getItem("parental_control"));
  if (control !== null && control !== shown.parentalControl)
    fields["parental_control"] = String(control);
  const tracked = flag(storage.getItem("trackSearchHistory"));
  if (tracked !== null && tracked !== shown.trackSearchHistory)
    fields["track_search_history"] = String(tracked);
  return Object.keys(fields).length === 0 ? null : fields;
}

function flag(text: string | null): boolean | null {
  return text === "true" ? true : text === "false" ? false : null;
}
