import { useI18n } from "~/i18n/i18n-context";

export function Moment({ at, zone }: { at: string | null; zone: string }) {
  const { formatDate } = useI18n();
  if (at === null) return null;
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatDate(at, { dateStyle: "medium", timeStyle: "short", timeZone: zone })}
    </time>
  );
}
