import type { Words } from "~/language/words";

/** Seconds as a player shows them: `1:05`, `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Seconds as they are read aloud: `1 minute 5 seconds`. */
export function spokenTime({ t }: Words, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3600), "spoken.hours"],
    [Math.floor(whole / 60) % 60, "spoken.minutes"],
    [whole % 60, "spoken.seconds"],
  ] as const;
  const said = parts.filter(([value]) => value > 0).map(([value, unit]) => t(unit, { value }));
  return said.length === 0 ? t("spoken.seconds", { value: 0 }) : said.join(" ");
}
