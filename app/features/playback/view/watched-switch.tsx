import { href } from "react-router";
import { recordProgress } from "~/features/playback/progress/send-progress";
import { watchPath } from "~/features/catalog/view/anime-path";
import { useI18n } from "~/i18n/i18n-context";
import { Button, type ButtonWeight } from "~/ui/button";
import { icon } from "~/ui/icons";

interface WatchedSwitchProps {
  animeId: number;
  number: number;
  watched: boolean;
  position: number;
  duration: number | null;
  owner: string | null;
  weight?: ButtonWeight;
  onChanged: () => void;
}

/** A form for users, which works without scripts; a visitor's marks stay in the browser. */
export function WatchedSwitch({
  animeId,
  number,
  watched,
  position,
  duration,
  owner,
  weight = "quiet",
  onChanged,
}: WatchedSwitchProps) {
  const { t } = useI18n();
  const toggle = async () => {
    const entry = {
      animeId,
      episode: number,
      position: watched ? 0 : position,
      duration,
      watched: !watched,
      at: Date.now(),
      owner,
    };
    await recordProgress(owner, [entry]);
    onChanged();
  };
  return (
    <form
      method="post"
      action={href("/api/user/watchlist/seen")}
      onSubmit={(event) => {
        event.preventDefault();
        void toggle();
      }}
      className={owner === null ? "needs-js" : undefined}
    >
      <input type="hidden" name="animeId" value={animeId} />
      <input type="hidden" name="episode" value={number} />
      <input type="hidden" name="seen" value={String(!watched)} />
      <input type="hidden" name="returnTo" value={watchPath(animeId, number)} />
      <Button type="submit" weight={watched ? "quiet" : weight} aria-pressed={watched}>
        {icon("tick", watched ? "text-accent-text" : "opacity-70")}
        {t(watched ? "watch.watched" : "watch.mark")}
      </Button>
    </form>
  );
}
