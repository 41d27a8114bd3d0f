import { Parser } from "htmlparser2";
import { NO_IDS, toId, type TitleIds } from "./ids";

export interface Nfo {
  ids: TitleIds;
  title: string | null;
  season: number | null;
  episode: number | null;
  year: number | null;
}

export const MAX_NFO_BYTES = 512 * 1024;
const MAX_TEXT = 500;
const MAX_DEPTH = 12;
const MAX_ELEMENTS = 20_000;

/**
 * Parses Kodi's `tvshow.nfo`, `movie.nfo` and `episodedetails`; only the outer elements count.
 * Expands no entities beyond XML's own. Null for anything else.
 */
export function parseNfo(text: string): Nfo | null {
  const nfo: Nfo = { ids: { ...NO_IDS }, title: null, season: null, episode: null, year: null };
  const open: string[] = [];
  let attribute = "";
  let content = "";
  let elements = 0;
  let isRoot = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements += 1;
        if (elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) return void parser.pause();
        open.push(name.toLowerCase());
        attribute = (attributes["type"] ?? "").toLowerCase();
        content = "";
        isRoot ||= /^(?:tvshow|movie|episodedetails|series)$/.test(open[0] ?? "");
      },
      ontext(chunk) {
        if (content.length < MAX_TEXT) content += chunk.slice(0, MAX_TEXT);
      },
      onclosetag() {
        const name = open.pop() ?? "";
        if (open.length === 1)
          takeField(nfo, name, attribute, content.replace(/\p{Cc}+/gu, " ").trim());
        content = "";
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text.slice(0, MAX_NFO_BYTES));
  parser.end();
  return isRoot ? nfo : null;
}

function takeField(nfo: Nfo, name: string, type: string, text: string): void {
  const id = /^\d+$/.test(text) ? toId(text) : null;
  if (name === "uniqueid") {
    if (/^(?:mal|myanimelist)$/.test(type)) nfo.ids.mal ??= id;
    else if (type === "anilist") nfo.ids.anilist ??= id;
    else if (type === "anidb") nfo.ids.anidb ??= id;
    else if (type === "tvdb") nfo.ids.tvdb ??= id;
    else if (type === "tmdb") nfo.ids.tmdb ??= id;
  } else if (/^(?:malid|myanimelistid)$/.test(name)) nfo.ids.mal ??= id;
  else if (name === "anilistid") nfo.ids.anilist ??= id;
  else if (name === "anidbid") nfo.ids.anidb ??= id;
  else if (name === "tvdbid") nfo.ids.tvdb ??= id;
  else if (name === "tmdbid") nfo.ids.tmdb ??= id;
  else if (name === "title") nfo.title ??= text === "" ? null : text;
  else if (name === "season" && /^\d{1,2}$/.test(text)) nfo.season ??= Number(text);
  else if (name === "episode" && /^\d{1,4}$/.test(text)) nfo.episode ??= Number(text);
  else if (name === "year" && /^\d{4}$/.test(text)) nfo.year ??= Number(text);
}
