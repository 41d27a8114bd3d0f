import { useI18n } from "~/i18n/i18n-context";

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** Formats bytes as megabytes or gigabytes, which count as in the settings (`CACHE_MB`). */
export function useFormatBytes(): (bytes: number) => string {
  const { formatNumber } = useI18n();
  return (bytes) =>
    bytes < GB
      ? formatNumber(bytes / MB, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 })
      : formatNumber(bytes / GB, { style: "unit", unit: "gigabyte", maximumFractionDigits: 2 });
}
