import { href, useFetcher } from "react-router";
import type { WishView } from "~/features/wishes/present-wishes";
import { Button } from "~/ui/button";
import type { ActionResult } from "~/ui/changes/page-change";

interface AskForItProps {
  animeId: number;
  /** The number, or null for the whole title. */
  episode: number | null;
  wish: WishView;
  /** The page's own path, to which the form leads back without scripts. */
  path: string;
}

/** A form that adds or withdraws a wish, with the state of the wish. */
export function AskForIt({ animeId, episode, wish, path }: AskForItProps) {
  const fetcher = useFetcher<ActionResult>();
  return (
    <fetcher.Form
      method="post"
      action={href("/wishes")}
      className="flex flex-wrap items-center gap-3"
    >
      <input type="hidden" name="animeId" value={animeId} />
      <input type="hidden" name="episode" value={episode ?? ""} />
      <input type="hidden" name="returnTo" value={path} />
      {wish.intent === null ? null : (
        <Button type="submit" name="intent" value={wish.intent}>
          {wish.label}
        </Button>
      )}
      <p aria-live="polite" className="text-sm">
        {fetcher.data?.refused ?? wish.text}
      </p>
    </fetcher.Form>
  );
}
