import { nextBroadcast, timeUntil, type Broadcast } from "~/features/schedule/next-broadcast";
import { useNow } from "~/features/schedule/view/use-now";
import type { I18n } from "~/i18n/i18n";
import { useI18n } from "~/i18n/i18n-context";

const LOCAL_TIME = {
  weekday: "long",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
} as const;

/**
 * Shows the station's time zone; once hydrated, the visitor's with a countdown. It has two lines on
 * a phone, so that the longer text moves nothing.
 */
export function NextEpisode({ broadcast }: { broadcast: Broadcast }) {
  const i18n = useI18n();
  const now = useNow();
  const next = now === null ? null : nextBroadcast(broadcast, now);
  return (
    <p className="flex min-h-11 gap-x-2 border-l-2 border-accent-text py-1 pl-4 max-md:flex-col md:flex-wrap md:items-baseline">
      <span className="font-semibold">
        {now === null || next === null
          ? i18n.t("title.onTheAir")
          : i18n.t("title.nextEpisodeIn", { time: timeUntil(i18n, next, now) })}
      </span>
      <span className="text-sm text-ink-soft">
        {next === null ? (
          stationTimeText(i18n, broadcast)
        ) : (
          <time dateTime={next.toISOString()}>
            {i18n.t("title.yourTime", { moment: i18n.formatDate(next, LOCAL_TIME) })}
          </time>
        )}
      </span>
    </p>
  );
}

function stationTimeText(
  { t, label }: I18n,
  { broadcast_day: day, broadcast_time: time, broadcast_timezone: zone }: Broadcast,
): string {
  return t("title.stationTime", {
    weekdays: label("weekdays", day ?? ""),
    time: time ?? "",
    zone: zone === "Asia/Tokyo" ? "JST" : (zone ?? ""),
  });
}
