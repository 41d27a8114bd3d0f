import { href, useFetcher } from "react-router";
import type { WishSummary } from "~/features/wishes/wishes.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import type { ActionResult } from "~/ui/changes/page-change";

interface AskForItProps {
  animeId: number;
  /** The number, or null for the whole title. */
  episode: number | null;
  /** All that is known of the wishes for the title. */
  wishes: readonly WishSummary[];
  /** Whether it can be played here. */
  plays: boolean;
  /** The page's own path, to which the form leads back without scripts. */
  path: string;
}

/**
 * Asks for what cannot be played here, or takes that back; tells users who asked for what plays by
 * now, and everyone why it was declined.
 */
export function AskForIt({ animeId, episode, wishes, plays, path }: AskForItProps) {
  const { t } = useI18n();
  const fetcher = useFetcher<ActionResult>();
  const wish = wishes.find((one) => one.episode === episode);
  const isOwn = wish?.isOwn ?? false;
  const count = wish?.count ?? 0;
  const reason = wish?.reason ?? null;
  const refused = fetcher.data?.change === null ? fetcher.data.refused : null;
  const isDeclined = !plays && reason !== null;
  return (
    <fetcher.Form method="post" action={href("/wishes")}>
      <input type="hidden" name="animeId" value={animeId} />
      <input type="hidden" name="episode" value={episode ?? ""} />
      <input type="hidden" name="returnTo" value={path} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isDeclined && !isOwn ? null : (
          <Button type="submit" name="intent" value={isOwn ? "withdraw" : "ask"}>
            {t(plays ? "wish.dismiss" : isOwn ? "wish.withdraw" : "wish.ask")}
          </Button>
        )}
        <p aria-live="polite" className="text-sm opacity-85">
          {plays
            ? t("wish.isHere")
            : isDeclined
              ? t("wish.isDeclined", { reason })
              : isOwn
                ? t("wish.isOwn", { others: count - 1 })
                : count === 0
                  ? null
                  : t("wish.count", { count })}
        </p>
      </div>
      {refused === null ? null : (
        <p role="alert" className="mt-1 text-sm">
          {refused}
        </p>
      )}
    </fetcher.Form>
  );
}
