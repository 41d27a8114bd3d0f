import type { JikanCharacters, JikanStaff, JikanThemes } from "./responses";
import type { FlatRow } from "./to-anime";

/** MyAnimeList's stand-in for a missing image. */
const NO_IMAGE = /\/images\/questionmark_\d+\./;

interface JikanNamed {
  mal_id?: unknown;
  name?: unknown;
  images?: unknown;
}

export function toCharacterRows(malId: number, characters: JikanCharacters): FlatRow[] {
  return characters.map(({ character, role, favorites, voice_actors }) => ({
    mal_id: malId,
    character_id: character.mal_id,
    ...toNamed(character),
    role,
    favorites,
    voice_actors: (voice_actors ?? []).map(({ person, language }) => ({
      person_id: person.mal_id,
      ...toNamed(person),
      language,
    })),
  }));
}

export function toStaffRows(malId: number, staff: JikanStaff): FlatRow[] {
  return staff.map(({ person, positions }) => ({
    mal_id: malId,
    person_id: person.mal_id,
    ...toNamed(person),
    roles: positions,
  }));
}

export function toThemesRow(malId: number, { openings, endings }: JikanThemes): FlatRow {
  return { mal_id: malId, openings, endings };
}

/** Jikan's parser writes some line breaks as a backslash and an n. */
export function toBiographyRow(id: number, about: unknown): FlatRow {
  return { id, about: typeof about === "string" ? about.replaceAll(/(?:\\r)?\\n/g, "\n") : about };
}

function toNamed({ name, images }: JikanNamed): FlatRow {
  const url = imageUrl(images, "webp") ?? imageUrl(images, "jpg");
  return { name, image: url !== undefined && NO_IMAGE.test(url) ? null : url };
}

function imageUrl(images: unknown, format: "jpg" | "webp"): string | undefined {
  const urls = (images as Record<string, { image_url?: unknown } | null | undefined> | null)?.[
    format
  ];
  return typeof urls?.image_url === "string" ? urls.image_url : undefined;
}
