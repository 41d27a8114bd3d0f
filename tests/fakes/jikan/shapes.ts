/** Trailer by embed URL only, plural weekdays, lower-case seasons. */
export function jikanAnime(
  malId: number,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    mal_id: malId,
    url: `https://list.test/anime/${malId}`,
    images: {
      jpg: {
        image_url: `https://images.test/${malId}.jpg`,
        small_image_url: `https://images.test/${malId}t.jpg`,
        large_image_url: `https://images.test/${malId}l.jpg`,
      },
      webp: {
        image_url: `https://images.test/${malId}.webp`,
        small_image_url: `https://images.test/${malId}t.webp`,
        large_image_url: `https://images.test/${malId}l.webp`,
      },
    },
    trailer: {
      youtube_id: null,
      url: null,
      embed_url: null,
      images: {
        image_url: null,
        small_image_url: null,
        medium_image_url: null,
        large_image_url: null,
        maximum_image_url: null,
      },
    },
    approved: true,
    titles: [{ type: "Default", title: `Title ${malId}` }],
    title: `Title ${malId}`,
    title_english: null,
    title_japanese: null,
    title_synonyms: [],
    type: "TV",
    source: "Original",
    episodes: 12,
    status: "Finished Airing",
    airing: false,
    aired: {
      from: "2011-04-06T00:00:00+00:00",
      to: null,
      prop: { from: { day: 6, month: 4, year: 2011 }, to: { day: null, month: null, year: null } },
      string: "Apr 6, 2011 to ?",
    },
    duration: "24 min per ep",
    rating: "PG-13 - Teens 13 or older",
    score: 7.5,
    scored_by: 100,
    rank: 5,
    popularity: malId,
    members: 1000,
    favorites: 1,
    synopsis: "Something happens.",
    background: "",
    season: "spring",
    year: 2011,
    broadcast: {
      day: "Wednesdays",
      time: "02:05",
      timezone: "Asia/Tokyo",
      string: "Wednesdays at 02:05 (JST)",
    },
    producers: [entity("producer", 1, "NHK")],
    licensors: [],
    studios: [entity("producer", 2, "Studio A")],
    genres: [entity("genre", 8, "Drama")],
    explicit_genres: [],
    themes: [entity("genre", 23, "School")],
    demographics: [entity("genre", 27, "Shounen")],
    ...fields,
  };
}

function entity(kind: string, id: number, name: string): Record<string, unknown> {
  return { mal_id: id, type: "anime", name, url: `https://list.test/anime/${kind}/${id}` };
}

/** `mal_id` is its number. */
export function jikanEpisode(
  number: number,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    mal_id: number,
    url: null,
    title: `The ${number}. evening`,
    title_japanese: null,
    title_romanji: `Yoru ${number}\u00A0`,
    aired: "2011-04-06T00:00:00+00:00",
    score: 4.3,
    filler: false,
    recap: false,
    forum_url: null,
    ...fields,
  };
}

/** An element of `/anime/{id}/characters`. */
export function jikanCharacter(
  id: number,
  name: string,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    character: {
      mal_id: id,
      url: `https://list.test/character/${id}`,
      images: {
        jpg: { image_url: `https://images.test/characters/${id}.jpg` },
        webp: {
          image_url: `https://images.test/characters/${id}.webp`,
          small_image_url: `https://images.test/characters/${id}t.webp`,
        },
      },
      name,
    },
    role: "Main",
    favorites: 10,
    voice_actors: [],
    ...fields,
  };
}

export function jikanPerson(id: number, name: string): Record<string, unknown> {
  return {
    mal_id: id,
    url: `https://list.test/people/${id}`,
    images: { jpg: { image_url: `https://images.test/voiceactors/${id}.jpg` } },
    name,
  };
}
