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

export function actionOfKey({
  key,
  shiftKey,
  ctrlKey,
  altKey,
  metaKey,
}: PressedKey): PlayerAction | null {
  if (ctrlKey || altKey || metaKey) return null;
  if (key === "?") return { do: "show-help" };
  if (key === "<") return { do: "speed-by", steps: -1 };
  if (key === ">") return { do: "speed-by", steps: 1 };
  if (shiftKey)
    return key === "N" ? { do: "next-episode" } : key === "P" ? { do: "previous-episode" } : null;
  if (/^\d$/.test(key)) return { do: "seek-to-part", part: Number(key) / 10 };
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

export function stepSpeed(speed: number, steps: 1 | -1): number {
  const further =
    steps === 1 ? SPEEDS.find((step) => step > speed) : SPEEDS.findLast((step) => step < speed);
  return further ?? speed;
}
