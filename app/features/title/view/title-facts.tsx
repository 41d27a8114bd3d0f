import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Anime } from "~/features/catalog/anime";
import type { DisplayTitle } from "~/features/catalog/title-language";
import { studioPath } from "~/features/catalog/view/anime-path";
import { seasonPath } from "~/features/schedule/season";
import { parseSeason } from "~/features/catalog/parse-vocabulary";
import { useI18n } from "~/i18n/i18n-context";
import type { PlainKey } from "~/i18n/message-types";
import { UnfoldBox } from "~/ui/unfold-box";
import { CopyButton } from "~/ui/forms/copy-button";
import type { TitleLink } from "~/features/title/list-links.server";

export interface TitleFact {
  label: PlainKey;
  value: string;
  /** What the value means. */
  note?: PlainKey;
}

type PageAnime = Pick<Anime, "studios" | "producers" | "licensors" | "season" | "year"> & {
  facts: readonly TitleFact[];
  otherNames: readonly { label: PlainKey; names: readonly DisplayTitle[] }[];
};

/** Facts that a phone shows before it is asked for all. */
const MAIN_FACTS: ReadonlySet<PlainKey> = new Set(["fact.status", "fact.aired", "fact.season"]);

const LINK =
  "underline decoration-rule-strong underline-offset-4 hover:text-accent-text hover:decoration-current";

interface TitleFactsProps {
  anime: PageAnime;
  links: readonly TitleLink[];
  streams: readonly TitleLink[];
}

export function TitleFacts({ anime, links, streams }: TitleFactsProps) {
  const { t } = useI18n();
  const companies = [
    { label: "fact.studio", names: anime.studios, to: studioPath },
    { label: "fact.producers", names: anime.producers, to: null },
    { label: "fact.licensors", names: anime.licensors, to: null },
  ] as const;
  const season = parseSeason(anime.season ?? "");
  return (
    <aside
      aria-label={t("fact.title")}
      className="fold mt-8 md:col-start-1 md:row-span-2 md:row-start-1 md:mt-0"
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm md:grid-cols-1">
        {companies.map(({ label, names, to }) =>
          names.length === 0 ? null : (
            <Fact key={label} label={t(label)} isFolded={to === null}>
              {names.map((name, index) => (
                <span key={name}>
                  {index > 0 ? ", " : ""}
                  {to === null ? (
                    name
                  ) : (
                    <Link to={to(name)} className={LINK}>
                      {name}
                    </Link>
                  )}
                </span>
              ))}
            </Fact>
          ),
        )}
        {anime.facts.map(({ label, value, note }) => (
          <Fact key={label} label={t(label)} isFolded={!MAIN_FACTS.has(label)}>
            {label === "fact.season" && season !== null && anime.year !== null ? (
              <Link to={seasonPath({ year: anime.year, name: season })} className={LINK}>
                {value}
              </Link>
            ) : (
              value
            )}
            {note === undefined ? null : (
              <span className="mt-0.5 block text-xs text-ink-faint">{t(note)}</span>
            )}
          </Fact>
        ))}
        {anime.otherNames.map(({ label, names }) => (
          <Fact key={label} label={t(label)} isFolded>
            {names.map(({ text, lang }) => (
              <span key={text} className="flex items-center justify-between gap-1">
                <span lang={lang}>{text}</span>
                <CopyButton text={text} />
              </span>
            ))}
          </Fact>
        ))}
        <LinkFact label={t("fact.streams")} links={streams} />
        <LinkFact label={t("fact.links")} links={links} />
      </dl>
      <UnfoldBox label={t("fact.all")} />
    </aside>
  );
}

function LinkFact({ label, links }: { label: string; links: readonly TitleLink[] }) {
  if (links.length === 0) return null;
  return (
    <Fact label={label} isFolded>
      <ul className="flex flex-wrap gap-x-4">
        {links.map(({ name, url }) => (
          <li key={url}>
            <a
              href={url}
              rel="noreferrer nofollow"
              className={`${LINK} inline-flex min-h-8 items-center`}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

interface FactProps {
  label: string;
  /** Whether a phone hides it at first. */
  isFolded: boolean;
  children: ReactNode;
}

function Fact({ label, isFolded, children }: FactProps) {
  return (
    <div className={isFolded ? "folded" : undefined}>
      <dt className="text-ink-faint">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
