/** `part` is a fraction from 0 to 1. */
export type PlayerAction =
  | { do: "toggle-play" }
  | { do: "seek-by"; seconds: number }
  | { do: "seek-to-part"; part: number }
  | { do: "volume-by"; part: number }
  | { do: "toggle-mute" }
  | { do: "toggle-fullscreen" }
  | { do: "toggle-theater" }
  | { do: "toggle-subtitles" }
  | { do: "speed-by"; steps: 1 | -1 }
  | { do: "next-episode" }
  | { do: "previous-episode" }
  | { do: "show-help" };

export interface PressedKey {
  key: string;
  /** The place of the key by the American layout, as `KeyF`. */
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

export const KEY_HELP = [
  "play",
  "tens",
  "fives",
  "volume",
  "mute",
  "fullscreen",
  "theater",
  "subtitles",
  "part",
  "speed",
  "episode",
  "help",
] as const;

export function actionOfKey(pressed: PressedKey): PlayerAction | null {
  const { shiftKey, ctrlKey, altKey, metaKey } = pressed;
  if (ctrlKey || altKey || metaKey) return null;
  const key = latinKey(pressed);
  if (key === "?") return { do: "show-help" };
  if (key === "<") return { do: "speed-by", steps: -1 };
  if (key === ">") return { do: "speed-by", steps: 1 };
  // French digits need Shift.
  if (/^\d$/.test(key)) return { do: "seek-to-part", part: Number(key) / 10 };
  if (shiftKey)
    return key === "N" ? { do: "next-episode" } : key === "P" ? { do: "previous-episode" } : null;
  switch (key.toLowerCase()) {
    case " ":
    case "k":
      return { do: "toggle-play" };
    case "j":
      return { do: "seek-by", seconds: -10 };
    case "l":
      return { do: "seek-by", seconds: 10 };
    case "arrowleft":
      return { do: "seek-by", seconds: -5 };
    case "arrowright":
      return { do: "seek-by", seconds: 5 };
    case "arrowup":
      return { do: "volume-by", part: 0.05 };
    case "arrowdown":
      return { do: "volume-by", part: -0.05 };
    case "m":
      return { do: "toggle-mute" };
    case "f":
      return { do: "toggle-fullscreen" };
    case "t":
      return { do: "toggle-theater" };
    case "c":
      return { do: "toggle-subtitles" };
    default:
      return null;
  }
}

const SHIFTED_PLACES: Readonly<Record<string, string>> = { Comma: "<", Period: ">" };

/**
 * The key's character, or by the key's place what an American keyboard has there: letters where the
 * layout has no Latin ones, and digits where these need Shift, as in French.
 */
function latinKey({ key, code, shiftKey }: PressedKey): string {
  // A key such as Enter has a name of several letters.
  if ([...key].length > 1 || /^[a-z0-9?<> ]$/i.test(key)) return key;
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  if (digit !== undefined && !shiftKey) return digit;
  if (/^[\p{ASCII}\p{Script=Latin}]$/u.test(key)) return key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const place = letter ?? SHIFTED_PLACES[code];
  return place === undefined || (letter === undefined && !shiftKey) ? key : place;
}

export function stepSpeed(speed: number, steps: 1 | -1): number {
  const further =
    steps === 1 ? SPEEDS.find((step) => step > speed) : SPEEDS.findLast((step) => step < speed);
  return further ?? speed;
}
