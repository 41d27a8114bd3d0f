import { DEFAULT_ACCENT, parseHexColor } from "~/ui/theme/accent";

export interface LocalSettings {
  /** The color as `#rrggbb`, or null for the default. */
  accent: string | null;
  parentalControl: boolean;
  trackSearchHistory: boolean;
}

export type LocalOwner = "account" | "visitor";

type SettingsStorage = Pick<Storage, "getItem" | "setItem">;

const OWNER = "akari:choices-of";

export function writeLocalSettings(
  storage: SettingsStorage,
  { accent, parentalControl, trackSearchHistory }: LocalSettings,
  owner: LocalOwner,
): void {
  storage.setItem("enfasis", accent ?? DEFAULT_ACCENT);
  storage.setItem("parental_control", JSON.stringify(parentalControl));
  storage.setItem("trackSearchHistory", JSON.stringify(trackSearchHistory));
  storage.setItem(OWNER, owner);
}

/**
 * Returns null if the stored settings equal the page's. An account's settings are ignored after
 * sign-out.
 */
export function changedVisitorSettings(
  storage: SettingsStorage,
  current: LocalSettings,
): Record<string, string> | null {
  if (storage.getItem(OWNER) === "account") return null;
  const fields: Record<string, string> = {};
  const accent = parseHexColor(storage.getItem("enfasis") ?? "");
  if (accent !== null && accent !== (current.accent ?? DEFAULT_ACCENT).toLowerCase())
    fields["accent"] = accent;
  const storedControl = parseFlag(storage.getItem("parental_control"));
  if (storedControl !== null && storedControl !== current.parentalControl)
    fields["parental_control"] = String(storedControl);
  const storedTracking = parseFlag(storage.getItem("trackSearchHistory"));
  if (storedTracking !== null && storedTracking !== current.trackSearchHistory)
    fields["track_search_history"] = String(storedTracking);
  return Object.keys(fields).length === 0 ? null : fields;
}

function parseFlag(text: string | null): boolean | null {
  return text === "true" ? true : text === "false" ? false : null;
}
