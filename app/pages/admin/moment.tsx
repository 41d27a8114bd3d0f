import { useI18n } from "~/i18n/i18n-context";

export function Moment({ at, zone }: { at: Date | null; zone: string }) {
  const { formatDate } = useI18n();
  if (at === null) return null;
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums">
      {formatDate(at, { dateStyle: "medium", timeStyle: "short", timeZone: zone })}
    </time>
  );
}
