import { href } from "react-router";
import { titleSlug } from "~/features/catalog/view/anime-path";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { withQuery } from "~/ui/with-query";

function pathParameters(id: number, name: string) {
  return { id: String(id), slug: titleSlug(name) || undefined };
}

export function characterPath({ id, name }: { id: number; name: string }): string {
  return href("/character/:id/:slug?", pathParameters(id, name));
}

export function personPath({ id, name }: { id: number; name: string }): string {
  return href("/person/:id/:slug?", pathParameters(id, name));
}

/** The path of a title's whole cast and staff. */
export function creditsPath(anime: { mal_id: number; title: string }): string {
  return href("/credits/:id/:slug?", pathParameters(anime.mal_id, anime.title));
}

/** `path` with the parameters that are not null. */
export function withParameters(
  path: string,
  parameters: Readonly<Record<string, string | number | null>>,
): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return withQuery(path, new URLSearchParams(given));
}

interface DisplayName {
  text: string;
  lang: "ja" | undefined;
}

function displayName(
  { name, name_japanese }: { name: string; name_japanese: string | null },
  language: TitleLanguage,
): DisplayName {
  return language === "native" && name_japanese !== null
    ? { text: name_japanese, lang: "ja" }
    : { text: name, lang: undefined };
}

/** A character or person as pages show it. */
export interface CreditLink {
  id: number;
  path: string;
  name: DisplayName;
  image: string | null;
}

export function creditLink(
  named: { id: number; name: string; name_japanese: string | null; image_url: string | null },
  kind: "character" | "person",
  language: TitleLanguage,
): CreditLink {
  return {
    id: named.id,
    path: kind === "character" ? characterPath(named) : personPath(named),
    name: displayName(named, language),
    image: named.image_url,
  };
}
