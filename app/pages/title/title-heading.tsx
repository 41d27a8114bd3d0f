import type { ReactNode } from "react";
import { REVEAL_SCORES } from "~/features/catalog/spoilers/reveal";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import { PlayMark } from "~/features/catalog/view/cards/play-mark";
import { Cover } from "~/features/catalog/view/cards/cover";
import { formatCardFacts } from "~/features/catalog/view/facts";
import { useI18n } from "~/i18n/i18n-context";
import { LargeStar } from "~/ui/score";
import type { TitlePageData } from "./load-title.server";
import { FACT_DOT } from "~/ui/fact-dot";

/** Characters; longer titles get a smaller font. */
const LONG_TITLE_LENGTH = 70;

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

interface TitleHeadingProps {
  anime: TitlePageData["anime"];
  isScoreMasked: boolean;
  children: ReactNode;
}

/** Shows the cover, names and score; `children` are what the user does with the title. */
export function TitleHeading({ anime, isScoreMasked, children }: TitleHeadingProps) {
  const i18n = useI18n();
  const { t, formatNumber } = i18n;
  return (
    <header className="relative grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 md:grid-cols-[11rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-x-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="-mt-16 md:row-span-2 md:-mt-36">
        <Cover
          id={anime.id}
          color={anime.color}
          placeholder={anime.placeholder}
          spine={anime.spine}
          sizes="(min-width: 64rem) 15rem, (min-width: 48rem) 11rem, 6.5rem"
          priority
          className="shadow-xl"
        />
      </div>
      <div className="min-w-0 pt-3 md:pt-5">
        <p className="text-sm text-ink-soft">
          {formatCardFacts(i18n, anime)} <PlayMark mark={anime.plays} />
        </p>
        <h1
          lang={anime.title.lang}
          className={`mt-1 font-bold ${anime.title.text.length > LONG_TITLE_LENGTH ? "text-xl md:text-2xl" : "text-3xl max-md:text-2xl"}`}
        >
          {anime.title.text}
        </h1>
        {anime.subtitles.length === 0 ? null : (
          <p className="mt-1 text-ink-soft max-md:text-sm md:mt-2">
            {anime.subtitles.map(({ text, lang }, index) => (
              <span key={lang}>
                {index === 0 ? null : <span aria-hidden>{FACT_DOT}</span>}
                <span lang={lang}>{text}</span>
              </span>
            ))}
          </p>
        )}
        {isScoreMasked ? (
          <p className="mt-1">
            <RevealLink item={REVEAL_SCORES} className="inline-flex min-h-11 items-center text-sm">
              {t("spoilers.showScore")}
            </RevealLink>
          </p>
        ) : null}
        {anime.score === null ? null : (
          <p className="mt-2 flex items-baseline gap-2.5 md:mt-3">
            <LargeStar />
            <span className="sr-only">{t("ui.score")}</span>
            <span className="font-display text-xl font-bold tabular-nums md:text-2xl">
              {formatNumber(anime.score, TWO_DECIMALS)}
            </span>
            {anime.votes === null ? null : (
              <span className="text-sm text-ink-soft">
                {t("title.votes", { count: anime.votes })}
              </span>
            )}
          </p>
        )}
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-x-6 gap-y-4 self-start md:col-span-1 md:col-start-2">
        {children}
      </div>
    </header>
  );
}
