import { Fragment, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { Search } from "lucide-react";
import { coverSrcSet, coverUrl } from "~/artwork/cover-sizes";
import { Portrait } from "~/features/credits/view/portrait";
import type { OwnSuggestion, Suggestion } from "~/features/listing/suggest/suggestion";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { FACT_DOT } from "~/ui/fact-dot";

interface SuggestionListProps {
  id: string;
  items: readonly Suggestion[];
  query: string;
  allPath: string;
  active: number;
  onChoose: () => void;
  /** Called for the option of all results. */
  onChooseAll: () => void;
  onMark: (animeId: number, episode: number) => void;
  /** Closes the list, and takes the focus back to the input. */
  onEscape: () => void;
  /** Takes the focus back to the input, as where the focused action has left. */
  onActionGone: () => void;
}

/**
 * The listbox of suggestions. Options may not have controls inside, so the actions follow it in the
 * document, and stand beside their options by the rows of one grid.
 */
export function SuggestionList({
  id,
  items,
  query,
  allPath,
  active,
  onChoose,
  onChooseAll,
  onMark,
  onEscape,
  onActionGone,
}: SuggestionListProps) {
  const { t } = useI18n();
  const actions = items.map((item) => (item.kind === "title" ? item.own?.action : null) ?? null);
  const rows = items.length + 1;
  // Tab leads to the action of the chosen option, or through all of them where none is chosen.
  const isReached = (index: number) => !actions[active] || active === index;
  return (
    <div hidden={items.length === 0} className="grid grid-cols-[minmax(0,1fr)_auto]">
      <ul
        id={id}
        role="listbox"
        aria-label={t("site.suggestionList")}
        className="col-start-1 col-end-3 grid grid-cols-subgrid grid-rows-subgrid"
        style={{ gridRow: `1 / span ${rows}` }}
      >
        {items.map((suggestion, index) => (
          <Option
            key={suggestion.path}
            id={`${id}-${index}`}
            path={suggestion.path}
            isActive={index === active}
            onChoose={onChoose}
            isWide={actions[index] === null}
            className="min-h-16"
          >
            <SuggestionLines suggestion={suggestion} />
          </Option>
        ))}
        {items.length === 0 ? null : (
          <Option
            id={`${id}-${items.length}`}
            path={allPath}
            isActive={items.length === active}
            onChoose={onChooseAll}
            isWide
            className="min-h-11 text-sm font-medium text-accent-text"
          >
            <Search aria-hidden className="size-4 justify-self-center" />
            <span className="truncate">{t("site.allResults", { query })}</span>
          </Option>
        )}
      </ul>
      <div
        role="none"
        className="contents"
        onKeyDown={(event) => onActionKey(event, { onEscape, onActionGone })}
      >
        {items.map((item, index) => {
          const action = actions[index];
          if (item.kind !== "title" || !action) return null;
          return (
            <span
              key={item.path}
              className="col-start-2 ml-1 self-center"
              style={{ gridRow: index + 1 }}
              // Keeps the focus in the input until the click.
              onMouseDown={(event) => event.preventDefault()}
            >
              <SuggestionAction
                key={action.kind}
                title={item.title.text}
                action={action}
                tabIndex={isReached(index) ? undefined : -1}
                onChoose={onChoose}
                onMark={(episode) => onMark(item.id, episode)}
                onGone={onActionGone}
              />
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** Goes through the actions by arrow keys, and back to the input above the first. */
function onActionKey(
  event: KeyboardEvent<HTMLElement>,
  { onEscape, onActionGone }: Pick<SuggestionListProps, "onEscape" | "onActionGone">,
): void {
  if (event.key === "Escape") return onEscape();
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return undefined;
  event.preventDefault();
  const actions = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")];
  const place = actions.findIndex((action) => action === document.activeElement);
  if (event.key === "ArrowUp" && place === 0) return onActionGone();
  return actions[place + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
}

interface SuggestionActionProps {
  title: string;
  action: NonNullable<OwnSuggestion["action"]>;
  tabIndex: number | undefined;
  onChoose: () => void;
  onMark: (episode: number) => void;
  onGone: () => void;
}

function SuggestionAction({
  title,
  action,
  tabIndex,
  onChoose,
  onMark,
  onGone,
}: SuggestionActionProps) {
  const { t, formatNumber } = useI18n();
  const box = useRef<HTMLSpanElement>(null);
  // The last episode leaves nothing to do, and the focus must not be lost with the button.
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement) === true) onGone();
    };
  }, [onGone]);
  const { episode } = action;
  return (
    <span ref={box}>
      {action.kind === "play" ? (
        <ButtonLink
          to={action.path}
          tabIndex={tabIndex}
          onClick={onChoose}
          aria-label={t("upNext.playOf", { number: episode, title })}
          className="px-3"
        >
          <span aria-hidden className="play-sign" />
        </ButtonLink>
      ) : (
        <Button
          tabIndex={tabIndex}
          onClick={() => onMark(episode)}
          aria-label={t("list.countUp", { title, episode })}
          className="px-3"
        >
          {`+${formatNumber(1)}`}
        </Button>
      )}
    </span>
  );
}

interface OptionProps {
  id: string;
  path: string;
  isActive: boolean;
  onChoose: () => void;
  /** No action stands beside it. */
  isWide: boolean;
  className: string;
  children: ReactNode;
}

function Option({ id, path, isActive, onChoose, isWide, className, children }: OptionProps) {
  return (
    <li role="none" className={isWide ? "col-start-1 col-end-3" : "col-start-1"}>
      <Link
        id={id}
        to={path}
        role="option"
        aria-selected={isActive}
        tabIndex={-1}
        ref={(element) => {
          if (isActive) element?.scrollIntoView({ block: "nearest" });
        }}
        // Keeps the focus in the input until the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onChoose}
        className={classNames(
          "grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-3 rounded-md p-1.5 hover:bg-sunken forced-colors:aria-selected:outline",
          isActive && "bg-sunken ring-1 ring-rule-strong ring-inset",
          className,
        )}
      >
        {children}
      </Link>
    </li>
  );
}

function SuggestionLines({ suggestion }: { suggestion: Suggestion }) {
  const { title, line } = suggestion;
  const [match, own, titles = []] =
    suggestion.kind === "title"
      ? [suggestion.match, suggestion.own?.line ?? null]
      : [undefined, null, suggestion.titles];
  return (
    <>
      {suggestion.kind === "title" ? (
        <span className="poster rounded-sm bg-rule">
          <img
            src={coverUrl(suggestion.id, 120)}
            srcSet={coverSrcSet(suggestion.id)}
            sizes="2.5rem"
            alt=""
            width={40}
            height={60}
            loading="lazy"
            decoding="async"
          />
        </span>
      ) : (
        <Portrait name={title.text} url={suggestion.image} width={40} className="rounded-sm" />
      )}
      <span className="min-w-0">
        <span lang={title.lang} className="line-clamp-2 text-sm leading-tight font-semibold">
          {title.text}
        </span>
        {match === undefined ? null : (
          <span lang={match.lang} className="mt-0.5 block truncate text-xs text-ink-soft">
            {match.text}
          </span>
        )}
        <span className="mt-0.5 block text-xs text-ink-faint">{withUnbrokenDots(line)}</span>
        {own === null ? null : (
          <span className="mt-0.5 block text-xs font-medium text-ink-soft tabular-nums">
            {withUnbrokenDots(own)}
          </span>
        )}
        {titles.length === 0 ? null : (
          <span className="mt-0.5 line-clamp-2 text-xs text-ink-soft">
            {titles.map(({ text, lang }, index) => (
              <Fragment key={index}>
                {index === 0 ? null : FACT_DOT}
                <span lang={lang}>{text}</span>
              </Fragment>
            ))}
          </span>
        )}
      </span>
    </>
  );
}

/** Facts whose line may break after a dot, and never before it. */
function withUnbrokenDots(facts: string): string {
  return facts.replaceAll(" · ", FACT_DOT);
}
