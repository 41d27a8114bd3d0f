import "./featured.css";
import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { DisplayTitle } from "~/features/catalog/title-language";
import { formatCardFacts, type CardFacts } from "~/features/catalog/view/facts";
import type { Spine } from "~/features/catalog/view/spine";
import { SpineText } from "~/features/catalog/view/spine-text";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { bannerSrcSet, bannerUrl, coverSrcSet } from "~/artwork/cover-sizes";
import { Button, ButtonLink } from "~/ui/button";
import { Score } from "~/ui/score";
import { useHydrated } from "~/ui/use-hydrated";

export interface FeaturedData extends CardFacts {
  id: number;
  path: string;
  title: DisplayTitle;
  bannerSpine: Spine | null;
  score: number | null;
  genres: readonly string[];
  synopsis: string | null;
  color: string;
}

const SWIPE_PIXELS = 48;

/**
 * Shows at most six titles (the limit of its CSS). A radio group holds the current slide, so it
 * works without scripts. Scripts add the rotation, driven by the progress bar's animation: it
 * pauses on hover and focus, and stops for reduced motion.
 */
export function Featured({ items }: { items: readonly FeaturedData[] }) {
  const { t } = useI18n();
  const [shown, setShown] = useState(0);
  const [playing, setPlaying] = useState(true);
  const touchStart = useRef<number | null>(null);
  const name = useId();
  const turns = useHydrated();
  const step = (by: number): void =>
    setShown((index) => (index + by + items.length) % items.length);

  return (
    <section
      aria-roledescription={t("home.featuredCarousel")}
      aria-label={t("home.featured")}
      data-playing={playing}
      className="featured relative isolate overflow-clip bg-paper text-ink scheme-dark"
      onTouchStart={(event) => {
        touchStart.current = event.touches[0]?.clientX ?? null;
      }}
      onTouchEnd={(event) => {
        const moved = (event.changedTouches[0]?.clientX ?? 0) - (touchStart.current ?? 0);
        if (touchStart.current !== null && Math.abs(moved) > SWIPE_PIXELS) step(moved < 0 ? 1 : -1);
        touchStart.current = null;
      }}
    >
      <div className="featured-stage grid" aria-live={playing ? "off" : "polite"}>
        {items.map((item, index) => (
          <Slide
            key={item.id}
            item={item}
            position={t("home.slidePosition", { position: index + 1, total: items.length })}
            first={index === 0}
            isNear={turns && index <= shown + 1}
          />
        ))}
      </div>
      <div className="page-column absolute inset-x-0 bottom-3 z-10 flex items-center md:bottom-5">
        <fieldset className="featured-dots flex min-w-0 grow md:grow-0">
          <legend className="sr-only">{t("home.featuredChoice")}</legend>
          {items.map((item, index) => (
            <label
              key={item.id}
              className="featured-dot relative flex h-11 grow items-center px-1 md:w-14"
            >
              <input
                type="radio"
                name={name}
                aria-label={item.title.text}
                lang={item.title.lang}
                checked={index === shown}
                onChange={() => {
                  setShown(index);
                  setPlaying(false);
                }}
                className="peer absolute inset-0 cursor-pointer appearance-none"
              />
              <span className="pointer-events-none relative h-[3px] grow overflow-hidden rounded-full bg-ink/25 peer-hover:bg-ink/45 forced-colors:bg-[GrayText]">
                <span
                  className="featured-progress absolute inset-0 origin-left bg-ink forced-colors:bg-[Highlight]"
                  onAnimationEnd={() => step(1)}
                />
              </span>
            </label>
          ))}
        </fieldset>
        <div className="needs-js ml-2 flex shrink-0">
          <Button
            weight="bare"
            aria-label={t(playing ? "home.pause" : "home.play")}
            onClick={() => setPlaying(!playing)}
            className="motion-reduce:hidden"
          >
            {playing ? (
              <Pause aria-hidden className="size-4" />
            ) : (
              <Play aria-hidden className="size-4" />
            )}
          </Button>
          <Button
            weight="bare"
            aria-label={t("home.previous")}
            onClick={() => step(-1)}
            className="max-md:hidden"
          >
            <ChevronLeft aria-hidden className="size-5" />
          </Button>
          <Button
            weight="bare"
            aria-label={t("home.next")}
            onClick={() => step(1)}
            className="max-md:hidden"
          >
            <ChevronRight aria-hidden className="size-5" />
          </Button>
        </div>
      </div>
    </section>
  );
}

interface SlideProps {
  item: FeaturedData;
  position: string;
  first: boolean;
  /** Its picture is loaded before it is seen. */
  isNear: boolean;
}

function Slide({ item, position, first, isNear }: SlideProps) {
  const { t } = useI18n();
  return (
    <article
      aria-roledescription={t("home.featuredSlide")}
      aria-label={position}
      data-near={isNear ? "" : undefined}
      className="featured-slide relative col-start-1 row-start-1 flex h-[34rem] items-end md:h-[36rem]"
      style={{ backgroundColor: item.color }}
    >
      <SlideContent item={item} first={first} />
    </article>
  );
}

function SlideContent({ item, first }: Pick<SlideProps, "item" | "first">) {
  const i18n = useI18n();
  const priority = {
    loading: first ? "eager" : "lazy",
    fetchPriority: first ? "high" : "low",
  } as const;
  return (
    <>
      <picture>
        <source media="(max-width: 47.99rem)" srcSet={coverSrcSet(item.id)} sizes="100vw" />
        <img
          src={bannerUrl(item.id, 1600)}
          srcSet={bannerSrcSet(item.id)}
          sizes="max(100vw, 130rem)"
          alt=""
          width={1080}
          height={300}
          {...priority}
          className="absolute inset-0 size-full object-cover object-[70%_30%] md:object-right"
        />
      </picture>
      <div className="featured-shade absolute inset-0" />
      <div className="page-column relative flex items-end justify-between gap-10 self-stretch pb-20 md:pb-24">
        <div className="max-w-2xl">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <Score score={item.score} />
            <span>{formatCardFacts(i18n, item)}</span>
            <span className="hidden md:inline">
              {item.genres.map((genre) => i18n.label("genre", genre)).join(", ")}
            </span>
          </p>
          <h2 lang={item.title.lang} className="mt-2 line-clamp-3 pb-1 text-3xl font-bold">
            {item.title.text}
          </h2>
          {item.synopsis === null ? null : (
            <p lang="en" className="mt-3 line-clamp-2 max-w-xl text-ink-soft md:line-clamp-3">
              {item.synopsis}
            </p>
          )}
          <ButtonLink to={item.path} weight="primary" prefetch="intent" className="mt-5">
            <Trans
              message="home.seeTitle"
              values={{ title: item.title.text }}
              parts={{ rest: <span lang={item.title.lang} className="sr-only" /> }}
            />
          </ButtonLink>
        </div>
        {item.bannerSpine === null ? null : (
          <SpineText
            spine={item.bannerSpine}
            className="hidden max-h-[26rem] shrink-0 text-[2rem] leading-none lg:block"
          />
        )}
      </div>
    </>
  );
}
