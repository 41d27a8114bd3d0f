import type { NotificationKind } from "~/features/notifications/notification-kinds";
import type { Database } from "~db/client.server";
import { notifications, outboxEvents } from "~db/schema";

interface PlantedNotice {
  animeId: number;
  episode?: number;
  kind?: NotificationKind;
  /** The time from which the user sees it; a minute ago unless given. */
  at?: Date;
  isRead?: boolean;
}

let last = 0;

/** Gives a user notifications, each with an event of its own, and returns their ids. */
export async function addNotices(
  db: Database,
  userId: string,
  ...planted: readonly PlantedNotice[]
): Promise<string[]> {
  if (planted.length === 0) return [];
  const withTime = planted.map((notice) => ({
    at: new Date(Date.now() - 60_000),
    kind: "episode.aired",
    episode: 1,
    isRead: false,
    ...notice,
  }));
  const events = await db
    .insert(outboxEvents)
    .values(
      withTime.map(({ kind, animeId, episode, at }) => ({
        kind,
        animeMalId: animeId,
        episode,
        at,
        dueAt: at,
        spreadAt: at,
        key: `planted:${String(process.pid)}:${String((last += 1))}`,
      })),
    )
    .returning({ id: outboxEvents.id });
  const ids = events.map(({ id }) => id).sort((one, other) => one - other);
  await db.insert(notifications).values(
    withTime.map(({ animeId, at, isRead }, index) => ({
      userId,
      eventId: ids[index] ?? 0,
      animeMalId: animeId,
      dueAt: at,
      readAt: isRead ? at : null,
    })),
  );
  return ids.map(String);
}
