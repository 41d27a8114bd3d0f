import type { I18n } from "~/i18n/i18n";

export function formatTime(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [
    Math.floor(total / 3600),
    Math.floor(total / 60) % 60,
    total % 60,
  ];
  const pad = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

export function formatSpokenTime({ t }: I18n, seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(total / 3600), "spoken.hours"],
    [Math.floor(total / 60) % 60, "spoken.minutes"],
    [total % 60, "spoken.seconds"],
  ] as const;
  const spoken = parts.filter(([value]) => value > 0).map(([value, unit]) => t(unit, { value }));
  return spoken.length === 0 ? t("spoken.seconds", { value: 0 }) : spoken.join(" ");
}
