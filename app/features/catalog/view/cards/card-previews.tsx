import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useRouteLoaderData, href } from "react-router";
import type { Anime } from "~/features/catalog/anime";
import { synopsisExcerpt } from "~/features/catalog/synopsis";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { formatCardFacts } from "~/features/catalog/view/facts";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";
import type { AnimeCardData } from "./anime-card";
import { describeEntry, useCardStates, type CardEntry } from "./card-states";
import { watchCards } from "./watch-cards";
import { FACT_DOT } from "~/ui/fact-dot";

const MAX_GENRES = 5;
const MAX_SYNOPSIS = 320;
/** Pixels between a card and its preview, and between that and the window's edge. */
const GAP = 8;

interface CardPreviewsProps {
  list: HTMLElement;
  /** What the pointer or the focus reached before this was loaded. */
  first: EventTarget;
  /** What a finger still presses. */
  touched: RefObject<EventTarget | null>;
  cards: readonly AnimeCardData[];
}

type Details = Pick<Anime, "genres" | "synopsis">;

interface Shown {
  id: number;
  link: HTMLAnchorElement;
  item: Element;
  details: Details;
  isPressed: boolean;
}

/** What a title is about, in the item of its card, where Tab reaches it next. */
export function CardPreviews({ list, first, touched, cards }: CardPreviewsProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let controller = new AbortController();
    const close = () => {
      controller.abort();
      setShown(null);
    };
    const open = (link: HTMLAnchorElement, isPressed: boolean) => {
      close();
      controller = new AbortController();
      const { signal } = controller;
      const id = parseAnimeId(link.pathname.split("/")[2] ?? "");
      const item = link.closest("li");
      if (id === null || item === null) return;
      void fetchDetails(id, signal).then((details) => {
        if (details !== null && !signal.aborted) setShown({ id, link, item, details, isPressed });
      });
    };
    const stop = watchCards(list, { first, touched: touched.current }, { open, close });
    return () => {
      controller.abort();
      stop();
    };
  }, [list, first, touched]);
  const card = cards.find(({ id }) => id === shown?.id);
  return shown === null || card === undefined
    ? null
    : createPortal(<CardPreview key={card.id} card={card} {...shown} />, shown.item);
}

/** Browsers cache it. The card is on the page, so parental control withholds nothing. */
async function fetchDetails(id: number, signal: AbortSignal): Promise<Details | null> {
  try {
    const response = await fetch(
      `${href("/api/animes/getAnime")}?id=${id}&parental_control=false`,
      {
        signal,
      },
    );
    if (!response.ok) return null;
    const { data } = (await response.json()) as { data: Details };
    return data;
  } catch {
    return null;
  }
}

function CardPreview({ card, link, details, isPressed }: Shown & { card: AnimeCardData }) {
  const i18n = useI18n();
  const { t, label } = i18n;
  const box = useRef<HTMLDivElement>(null);
  const heading = useId();
  const entry = useCardStates()[card.id];
  const isSignedIn = hasUser(useRouteLoaderData("root"));
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.showPopover();
    if (!isPressed) placeBeside(element, link);
  }, [link, isPressed]);
  const genres = details.genres.slice(0, MAX_GENRES).map((name) => label("genre", name));
  const synopsis = synopsisExcerpt(details.synopsis, MAX_SYNOPSIS);
  return (
    <div
      ref={box}
      popover="manual"
      role="group"
      aria-labelledby={heading}
      className={isPressed ? "card-preview card-preview-sheet" : "card-preview"}
    >
      <p id={heading} lang={card.title.lang} className="text-base leading-snug font-semibold">
        {card.title.text}
      </p>
      <p className="mt-1 text-xs text-ink-faint">{formatCardFacts(i18n, card)}</p>
      {genres.length === 0 ? null : (
        <p className="mt-1 text-xs text-ink-soft">{genres.join(FACT_DOT)}</p>
      )}
      {synopsis === null ? (
        <p className="mt-3 text-sm text-ink-faint">{t("title.noSynopsis")}</p>
      ) : (
        <p lang="en" className="mt-3 text-sm text-ink-soft">
          {synopsis}
        </p>
      )}
      {isSignedIn ? <PreviewActions card={card} entry={entry} /> : null}
    </div>
  );
}

/** Sends to the title's own page, whose change the states of the cards show. */
function PreviewActions({ card, entry }: { card: AnimeCardData; entry: CardEntry | undefined }) {
  const i18n = useI18n();
  const { t, formatNumber } = i18n;
  const { Form, data, state } = useChangeForm();
  const title = card.title.text;
  const message = data === undefined ? null : (data.change?.message ?? data.refused);
  const countsUp = entry !== undefined && entry.state !== "completed" && entry.countsUp;
  const mayPlan = entry === undefined || entry.state === "planned";
  return (
    <Form
      method="post"
      action={card.path}
      // Pressing twice counts once.
      onSubmit={(event) => {
        if (state !== "idle") event.preventDefault();
      }}
      className="mt-3 flex flex-wrap items-center gap-3"
    >
      <input type="hidden" name="animeId" value={card.id} />
      {mayPlan ? (
        <Button
          type="submit"
          name="state"
          value="planned"
          // It stays in place, as it has the focus and a second click may follow.
          aria-pressed={entry !== undefined}
          aria-label={t("sequels.planTitle", { title })}
          className="aria-pressed:border-accent-text aria-pressed:text-accent-text"
        >
          {t("sequels.plan")}
        </Button>
      ) : null}
      {countsUp ? (
        <Button
          type="submit"
          name="intent"
          value="seen"
          aria-label={t("card.countUp", { title })}
          className="px-3"
        >
          {`+${formatNumber(1)}`}
        </Button>
      ) : null}
      <span role="status" className="min-w-0 flex-1 text-xs text-ink-soft">
        {message ?? (entry === undefined ? null : describeEntry(i18n, entry))}
      </span>
    </Form>
  );
}

function hasUser(root: unknown): boolean {
  return typeof root === "object" && root !== null && "user" in root && root.user !== null;
}

/** Places it to the card's right or left, or below where neither has room; it scrolls along. */
function placeBeside(element: HTMLElement, link: HTMLElement): void {
  const { left, right, top, bottom } = link.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isBeside = right + GAP + width + GAP <= clientWidth || left - GAP - width >= GAP;
  const x = !isBeside
    ? clamp(left, GAP, clientWidth - width - GAP)
    : right + GAP + width + GAP <= clientWidth
      ? right + GAP
      : left - GAP - width;
  const y = isBeside ? clamp(top, GAP, clientHeight - height - GAP) : bottom + GAP;
  element.style.left = `${x + scrollX}px`;
  element.style.top = `${y + scrollY}px`;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}
