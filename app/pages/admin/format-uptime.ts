import { useI18n } from "~/i18n/i18n-context";

const UNITS = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const;

/** Formats seconds in the largest unit of which there are at least two, or in minutes. */
export function useFormatUptime(): (seconds: number) => string {
  const { formatNumber } = useI18n();
  return (seconds) => {
    const { unit, seconds: size } =
      UNITS.find((candidate) => seconds >= 2 * candidate.seconds) ?? UNITS[2];
    const options = { style: "unit", unit, unitDisplay: "long" } as const;
    return formatNumber(Math.floor(seconds / size), options);
  };
}
