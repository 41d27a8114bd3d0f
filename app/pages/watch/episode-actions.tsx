import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { StartRoomForm } from "~/features/playback/rooms/view/start-room-form";
import { addSourcePath } from "~/features/playback/sources/add-source-path";
import { EpisodeLinks } from "~/features/playback/view/episode-links";
import { useI18n } from "~/i18n/i18n-context";
import { buttonClass, ButtonLink } from "~/ui/button";
import type { EpisodePageData } from "./load-episode.server";

interface EpisodeActionsProps {
  page: Pick<
    EpisodePageData,
    "anime" | "episode" | "previous" | "next" | "sources" | "addsSources" | "startsRooms"
  >;
  /** The download, or null where the viewer may not have it. */
  downloadUrl: string | null;
  children: ReactNode;
}

/** What can be done with an episode, beside playing it. */
export function EpisodeActions({ page, downloadUrl, children }: EpisodeActionsProps) {
  const { t } = useI18n();
  const { anime, episode, previous, next, sources, addsSources, startsRooms } = page;
  const isPlayable = sources.length > 0;
  return (
    <div className="button-row">
      {children}
      {downloadUrl === null ? null : (
        <a href={downloadUrl} download className={buttonClass("quiet")}>
          <Download aria-hidden className="size-4" />
          {t("player.download")}
        </a>
      )}
      {isPlayable && startsRooms ? (
        <StartRoomForm animeId={anime.id} number={episode.number} />
      ) : null}
      {isPlayable && addsSources ? (
        <ButtonLink to={addSourcePath(anime.id, episode.number)}>{t("watch.addSource")}</ButtonLink>
      ) : null}
      <EpisodeLinks anime={anime} previous={previous} next={next} />
    </div>
  );
}
