import { Link } from "react-router";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { CardStates, type ListStates } from "~/features/catalog/view/cards/card-states";
import { CardsByYear } from "~/features/catalog/view/cards/cards-by-year";
import type { CharacterRole } from "~/features/credits/credit";
import { useI18n } from "~/i18n/i18n-context";
import type { CreditLink } from "./credit-path";
import { FACT_DOT } from "~/ui/fact-dot";

export interface FilmographyRow {
  card: AnimeCardData;
  year: number | null;
  /** What the page's character is in the title. */
  role: CharacterRole | null;
  /** The characters that the page's person plays. */
  characters: readonly (CreditLink & { role: CharacterRole; language: string })[];
  staffRoles: readonly string[];
}

/** Titles by year, each with what the page's character or person is in it. */
export function FilmographyList({
  rows,
  listStates,
}: {
  rows: readonly FilmographyRow[];
  listStates: ListStates;
}) {
  return (
    <CardStates value={listStates}>
      <CardsByYear rows={rows} heading="h3">
        {(row) => <RoleLines row={row} />}
      </CardsByYear>
    </CardStates>
  );
}

function RoleLines({ row: { role, characters, staffRoles } }: { row: FilmographyRow }) {
  const { t, label } = useI18n();
  return (
    <ul className="mt-1.5 space-y-0.5 text-xs text-ink-soft">
      {role === null ? null : <li>{t(`credits.role.${role}`)}</li>}
      {characters.map((character) => (
        <li key={`${character.id} ${character.language}`}>
          <Link
            to={character.path}
            lang={character.name.lang}
            className="underline decoration-rule-strong underline-offset-2 hover:text-accent-text"
          >
            {character.name.text}
          </Link>
          {`${FACT_DOT}${t(`credits.role.${character.role}`)}`}
          {character.language === "Japanese"
            ? null
            : `${FACT_DOT}${label("spokenLanguage", character.language)}`}
        </li>
      ))}
      {staffRoles.length === 0 ? null : (
        <li>{staffRoles.map((each) => label("staffRole", each)).join(", ")}</li>
      )}
    </ul>
  );
}
