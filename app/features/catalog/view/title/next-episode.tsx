import {
  nextBroadcast,
  timeUntil,
  type Broadcast,
} from "~/features/catalog/schedule/next-broadcast";
import { useNow } from "~/features/catalog/view/schedule/use-now";
import type { Words } from "~/language/words";
import { useWords } from "~/language/words-context";

const LOCAL_TIME = {
  weekday: "long",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
} as const;

/** When the next episode is broadcast: by the station's clock at first, and by the reader's own with a countdown once the page's script runs. */
export function NextEpisode({ broadcast }: { broadcast: Broadcast }) {
  const words = useWords();
  const now = useNow();
  const next = now === null ? null : nextBroadcast(broadcast, now);
  return (
    <p className="flex min-h-11 flex-wrap items-baseline gap-x-2 border-l-2 border-accent-text py-1 pl-4">
      <span className="font-semibold">
        {now === null || next === null
          ? words.t("title.onTheAir")
          : words.t("title.nextEpisodeIn", { time: timeUntil(words, next, now) })}
      </span>
      <span className="text-sm text-ink-soft">
        {next === null ? (
          stationTime(words, broadcast)
        ) : (
          <time dateTime={next.toISOString()}>
            {words.t("title.yourTime", { moment: words.date(next, LOCAL_TIME) })}
          </time>
        )}
      </span>
    </p>
  );
}

function stationTime(
  { t, label }: Words,
  { broadcast_day: day, broadcast_time: time, broadcast_timezone: zone }: Broadcast,
): string {
  return t("title.stationTime", {
    weekdays: label("weekdays", day ?? ""),
    time: time ?? "",
    zone: zone === "Asia/Tokyo" ? "JST" : (zone ?? ""),
  });
}
