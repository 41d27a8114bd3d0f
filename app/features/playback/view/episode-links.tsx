import { ChevronLeft, ChevronRight } from "lucide-react";
import { watchPath } from "~/features/catalog/view/anime-path";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";

interface EpisodeLinksProps {
  anime: { id: number; path: string };
  previous: { number: number } | null;
  next: { number: number } | null;
}

/** Leads to the episodes before and after, or back to the title after the last one. */
export function EpisodeLinks({ anime, previous, next }: EpisodeLinksProps) {
  const { t } = useI18n();
  return (
    <>
      {previous === null ? null : (
        <ButtonLink to={watchPath(anime.id, previous.number)} rel="prev">
          <ChevronLeft aria-hidden className="size-4" />
          {t("watch.previous")}
        </ButtonLink>
      )}
      {next === null ? (
        <ButtonLink to={anime.path}>{t("watch.backToTitle")}</ButtonLink>
      ) : (
        <ButtonLink to={watchPath(anime.id, next.number)} rel="next">
          {t("watch.next")}
          <ChevronRight aria-hidden className="size-4" />
        </ButtonLink>
      )}
    </>
  );
}
