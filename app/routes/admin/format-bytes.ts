import { useI18n } from "~/i18n/i18n-context";

/** Formats bytes as megabytes or gigabytes (powers of 1000). */
export function useFormatBytes(): (bytes: number) => string {
  const { formatNumber } = useI18n();
  return (bytes) =>
    bytes < 1e9
      ? formatNumber(bytes / 1e6, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 })
      : formatNumber(bytes / 1e9, { style: "unit", unit: "gigabyte", maximumFractionDigits: 2 });
}
