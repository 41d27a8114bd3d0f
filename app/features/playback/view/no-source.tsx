import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { bannerSrcSet, bannerUrl, stillSrcSet, stillUrl } from "~/artwork/cover-sizes";
import type { LicensedStream } from "~/features/catalog/title-tags";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { Cover } from "~/features/catalog/view/cards/cover";
import { watchPath } from "~/features/catalog/view/anime-path";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { ADD_FOLDER_PATH } from "~/features/playback/media-files/add-folder-path";
import { addSourcePath } from "~/features/playback/sources/add-source-path";
import { signInPath } from "~/ui/sign-in-path";

const OWNER_LINK =
  "inline-flex min-h-6 items-center font-medium text-white underline underline-offset-4";

interface NoSourceProps {
  anime: AnimeCardData;
  number: number;
  /** Whether the episode has a still; otherwise the title's image is shown. */
  hasStill: boolean;
  isSignedIn: boolean;
  elsewhere: readonly LicensedStream[];
  /** The operator sees where to add a source. */
  addsSources: boolean;
  children: ReactNode;
}

/** Replaces the player; the episode can still be marked as watched. */
export function NoSource({
  anime,
  number,
  hasStill,
  isSignedIn,
  elsewhere,
  addsSources,
  children,
}: NoSourceProps) {
  const { t } = useI18n();
  return (
    <section
      aria-labelledby="no-source"
      className="relative isolate flex min-h-60 items-end gap-4 overflow-hidden p-4 md:gap-5 md:min-h-96 md:rounded-md md:p-8"
      style={{ backgroundColor: anime.color }}
    >
      <img
        src={hasStill ? stillUrl(anime.id, number, 1280) : bannerUrl(anime.id, 1080)}
        srcSet={hasStill ? stillSrcSet(anime.id, number) : bannerSrcSet(anime.id)}
        sizes="(min-width: 64rem) 60rem, 100vw"
        alt=""
        className="absolute inset-0 -z-10 size-full object-cover"
      />
      <div
        aria-hidden
        className="absolute inset-0 -z-10 bg-linear-to-t from-black/90 via-black/75 to-black/35"
      />
      <div className="w-20 shrink-0 md:w-36">
        <Cover
          id={anime.id}
          color={anime.color}
          spine={anime.spine}
          title={anime.title.text}
          sizes="(min-width: 48rem) 9rem, 5rem"
        />
      </div>
      <div className="min-w-0 text-white">
        <h2 id="no-source" className="text-xl">
          {t("watch.noSource")}
        </h2>
        <p className="mt-2 max-w-prose text-sm text-white/85">{t("watch.noSource.description")}</p>
        <div className="mt-4 flex flex-wrap gap-2">
          {children}
          {isSignedIn ? null : (
            <noscript>
              <ButtonLink to={signInPath(watchPath(anime.id, number))} weight="primary">
                {t("watch.signInToMark")}
              </ButtonLink>
            </noscript>
          )}
        </div>
        {elsewhere.length === 0 ? null : (
          <div className="mt-5">
            <h3 className="text-sm font-semibold">{t("fact.streams")}</h3>
            <ul className="mt-1 flex flex-wrap gap-x-5">
              {elsewhere.map(({ name, url }) => (
                <li key={url}>
                  <a
                    href={url}
                    rel="noreferrer nofollow"
                    className="inline-flex min-h-11 items-center text-sm underline underline-offset-4 hover:no-underline"
                  >
                    <span>
                      {name}
                      <ExternalLink aria-hidden className="ml-1.5 inline size-3.5 align-[-0.1em]" />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        {addsSources ? (
          <p className="mt-4 text-sm text-white/85">
            <Trans
              message="watch.noSource.owner"
              parts={{
                link: <Link to={addSourcePath(anime.id, number)} className={OWNER_LINK} />,
                folder: <Link to={ADD_FOLDER_PATH} className={OWNER_LINK} />,
              }}
            />
          </p>
        ) : null}
      </div>
    </section>
  );
}
