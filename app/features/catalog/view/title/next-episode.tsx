import { nextBroadcast, timeUntil, type Broadcast } from "~/features/catalog/schedule/next-broadcast";
import { useNow } from "~/features/catalog/view/schedule/use-now";

/** When the next episode is broadcast: by the station's clock at first, and by the reader's own with a countdown once the page's script runs. */
export function NextEpisode({ broadcast }: { broadcast: Broadcast }) {
  const now = useNow();
  const next = now === null ? null : nextBroadcast(broadcast, now);
  return (
    <p className="flex min-h-11 flex-wrap items-baseline gap-x-2 border-l-2 border-accent-text py-1 pl-4">
      <span className="font-semibold">{now === null || next === null ? "On the air" : `Next episode in ${timeUntil(next, now)}`}</span>
      <span className="text-sm text-ink-soft">
        {next === null ? stationTime(broadcast) : <time dateTime={next.toISOString()}>{localTime(next)}, your time</time>}
      </span>
    </p>
  );
}

function stationTime({ broadcast_day: day, broadcast_time: time, broadcast_timezone: zone }: Broadcast): string {
  return `${day ?? ""}s at ${time ?? ""} ${zone === "Asia/Tokyo" ? "JST" : (zone ?? "")}`;
}

function localTime(instant: Date): string {
  return instant.toLocaleString("en-GB", { weekday: "long", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}
