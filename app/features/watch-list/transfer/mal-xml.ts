import { decodeHTMLStrict } from "entities";
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { isOwnTitleId } from "~/features/catalog/own-title-id";
import { parseCollectionType } from "~/features/watch-list/collection-types";
import { stateOfType, typeOfState } from "~/features/watch-list/entry-states";
import { toTenPoints } from "~/features/watch-list/own-score";
import { countEpisodes } from "~/features/catalog/episodes/episode-set";
import {
  createValueReader,
  isBlank,
  MAX_ENTRIES,
  parseCount,
  parseTimes,
  parseDate,
  parseFlag,
  parseId,
  cleanNotes,
  parseScore,
  parseTenPoints,
  readEither,
  cleanTags,
  cleanTitle,
  type ImportedEntry,
  type ReadValue,
} from "./imported-entry";
import { toMalState, fromMalState, parseMalState, type MalState } from "./mal-states";
import type { ExportedEntry } from "./exported-entry";

/** Other elements are markup within text, such as `<br />` in a comment. */
const STRUCTURE = /^(?:anime|(?:series|my|akari)_[a-z_]+)$/;

const FIELDS = new Set([
  "series_animedb_id",
  "series_title",
  "series_episodes",
  "my_status",
  "my_rewatching",
  "my_rewatching_ep",
  "my_watched_episodes",
  "my_score",
  "my_start_date",
  "my_finish_date",
  "my_times_watched",
  "my_comments",
  "my_tags",
  "my_priority",
  "akari_type",
  "akari_score",
  "akari_tags",
]);

/**
 * Returns null for anything but a MyAnimeList export. Real exports contain invalid characters, HTML
 * entities and stray markup, which XML parsers reject, so a tokenizer reads the flat list. Document
 * type definitions are ignored.
 */
export function parseMalXml(xml: string): ImportedEntry[] | null {
  if (!/<myanimelist[\s>]/i.test(xml)) return null;
  const entries: ImportedEntry[] = [];
  let fields: Map<string, string> | null = null;
  let field: string | null = null;
  let text = "";
  let tagStart = 0;
  let tagName = "";

  const append = (part: string) => {
    if (field !== null) text += part;
  };
  const endEntry = () => {
    if (fields !== null && fields.size > 0) entries.push(toImportedEntry(fields));
    fields = null;
    field = null;
    if (entries.length > MAX_ENTRIES) tokenizer.pause();
  };
  const openTag = (end: number) => {
    if (!STRUCTURE.test(tagName)) return append(xml.slice(tagStart, end + 1));
    if (tagName === "anime") {
      endEntry();
      fields = new Map();
    } else {
      field = tagName;
      text = "";
    }
  };
  const closeTag = (name: string) => {
    if (!STRUCTURE.test(name)) return append(`</${name}>`);
    if (name === "anime") return endEntry();
    if (name !== field) return;
    if (FIELDS.has(name)) fields?.set(name, text);
    field = null;
  };

  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...NO_CALLBACKS,
      ontext: (start, end) => append(decodeHTMLStrict(xml.slice(start, end))),
      oncdata: (start, end, endOffset) => append(xml.slice(start, end - endOffset)),
      onopentagname: (start, end) => {
        tagStart = start - 1;
        tagName = xml.slice(start, end).toLowerCase();
      },
      onopentagend: openTag,
      onselfclosingtag: (end) => {
        openTag(end);
        if (STRUCTURE.test(tagName)) closeTag(tagName);
      },
      onclosetag: (start, end) => closeTag(xml.slice(start, end).toLowerCase()),
    },
  );
  tokenizer.write(xml);
  tokenizer.end();
  endEntry();
  return entries;
}

const ignore = () => undefined;
const NO_CALLBACKS: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
  // Disables HTML's rules for the contents of <title> or <script>.
  isInForeignContext: () => true,
};

function toImportedEntry(fields: Map<string, string>): ImportedEntry {
  const { read, note, unread } = createValueReader();
  const status = parseMalState(fields.get("my_status") ?? "");
  const again = read("my_rewatching", fields.get("my_rewatching"), parseFlag);
  const isAgain = again ?? false;
  const state = status === null ? undefined : fromMalState(status, isAgain);
  const hasStopped = state === "paused" || state === "dropped";
  const hasStoppedRewatch =
    isAgain && hasStopped && (parseCount(fields.get("my_rewatching_ep")) ?? 0) > 0;
  const ownType = parseCollectionType(fields.get("akari_type") ?? "");
  const timesWatched = fields.get("my_times_watched");
  const isUnset = timesWatched?.trim() === UNSET_TIMES_WATCHED;
  if (isUnset) note("times_rewatched", UNSET_TIMES_WATCHED, "unset");
  // Other sites omit elements, which keeps the stored value.
  return {
    malId: parseId(fields.get("series_animedb_id")),
    title: cleanTitle(fields.get("series_title")),
    state: ownType === null ? state : stateOfType(ownType, state),
    episodesSeen:
      state === "rewatching" || hasStoppedRewatch
        ? readRewatchedEpisodes(fields, status, read)
        : read("episodes_seen", fields.get("my_watched_episodes"), parseCount),
    score: readEither(
      fields.get("akari_score"),
      read("score", fields.get("akari_score"), parseScore),
      read("score", fields.get("my_score"), parseTenPoints),
    ),
    startedOn: read("started_on", fields.get("my_start_date"), parseDate),
    finishedOn: read("finished_on", fields.get("my_finish_date"), parseDate),
    timesRewatched: isUnset ? undefined : read("times_rewatched", timesWatched, parseTimes),
    ...(hasStoppedRewatch ? { hasOpenRewatch: true } : {}),
    ...(fields.has("my_rewatching") && again === undefined ? { isRewatchUnread: true } : {}),
    notes: read("notes", fields.get("my_comments"), cleanNotes),
    tags:
      read("tags", ownTags(fields.get("akari_tags")), cleanTags) ??
      read("tags", fields.get("my_tags"), cleanTags),
    ...readPriority(fields.get("my_priority"), note),
    ...unread(),
  };
}

/** Returns nothing for an empty element, which says nothing. */
function readPriority(
  text: string | undefined,
  note: (field: string, value: unknown) => void,
): { priority?: number } {
  if (isBlank(text)) return {};
  const word = text?.trim().toUpperCase() ?? "";
  const priority = PRIORITIES.findIndex((name, index) => word === name || word === String(index));
  if (priority !== -1) return { priority };
  note("priority", text);
  return {};
}

/** Lists from before MyAnimeList counted rewatches have the greatest number of a byte. */
const UNSET_TIMES_WATCHED = "255";

/**
 * MyAnimeList counts the rewatch apart, and keeps all episodes as watched. Other programs, and
 * earlier versions of this one, have its place as what is watched.
 */
function readRewatchedEpisodes(
  fields: ReadonlyMap<string, string>,
  status: MalState | null,
  read: ReadValue,
): number | null | undefined {
  const again = read("episodes_seen", fields.get("my_rewatching_ep"), parseCount);
  if (again !== null && again !== undefined) return again;
  const watched = read("episodes_seen", fields.get("my_watched_episodes"), parseCount);
  const total = parseCount(fields.get("series_episodes")) ?? null;
  // A completed title was watched to its end while the number of episodes is unknown.
  const isAll = total === null ? status === "Completed" : (watched ?? 0) >= total;
  const saysNothing = watched === undefined || (watched !== null && isAll);
  return readEither(fields.get("my_rewatching_ep"), again, saysNothing ? again : watched);
}

/** Tags as JSON, since `my_tags` cannot hold a comma. Undefined for anything else. */
function ownTags(text: string | undefined): unknown[] | undefined {
  try {
    const tags: unknown = JSON.parse(text ?? "");
    return Array.isArray(tags) ? tags : undefined;
  } catch {
    return undefined;
  }
}

/** Names of the priorities that entries store as 0, 1 and 2. */
const PRIORITIES = ["LOW", "MEDIUM", "HIGH"] as const;

/**
 * Version 1.1.0 of MyAnimeList's export, which its importer accepts. Leaves out titles that were
 * added on this site, whose ids mean nothing there.
 */
export function toMalXml(list: readonly ExportedEntry[], userName: string): string {
  const entries = list.filter(({ malId }) => !isOwnTitleId(malId));
  const states = entries.map((entry) => toMalState(entry.state).state);
  const count = (state: MalState) => states.filter((one) => one === state).length;
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!--
 Created by the export of Akari, in the format of MyAnimeList
 Version 1.1.0
-->

<myanimelist>

	<myinfo>
		<user_id>0</user_id>
		<user_name>${escapeXml(userName)}</user_name>
		<user_export_type>1</user_export_type>
		<user_total_anime>${entries.length}</user_total_anime>
		<user_total_watching>${count("Watching")}</user_total_watching>
		<user_total_completed>${count("Completed")}</user_total_completed>
		<user_total_onhold>${count("On-Hold")}</user_total_onhold>
		<user_total_dropped>${count("Dropped")}</user_total_dropped>
		<user_total_plantowatch>${count("Plan to Watch")}</user_total_plantowatch>
	</myinfo>

${entries.map(toAnimeElement).join("\n")}
</myanimelist>
`;
}

function toAnimeElement(entry: ExportedEntry): string {
  const { state, rewatching } = toMalState(entry.state);
  const count = countEpisodes(entry.seen);
  const isAgain = rewatching || entry.rewatches.some(({ finished }) => !finished);
  const score = toTenPoints(entry.score) ?? 0;
  // MyAnimeList ignores unknown elements.
  const own = [
    ...(fromMalState(state, rewatching) === entry.state
      ? []
      : [`\n		<akari_type>${typeOfState(entry.state)}</akari_type>`]),
    ...(entry.score === null || entry.score === score * 10
      ? []
      : [`\n		<akari_score>${entry.score}</akari_score>`]),
    ...(entry.tags.some((tag) => tag.includes(","))
      ? [`\n		<akari_tags>${cdata(JSON.stringify(entry.tags))}</akari_tags>`]
      : []),
  ].join("");
  return `	<anime>
		<series_animedb_id>${entry.malId}</series_animedb_id>
		<series_title>${cdata(entry.title ?? "")}</series_title>
		<series_type>${escapeXml(entry.animeType ?? "Unknown")}</series_type>
		<series_episodes>${entry.episodes ?? 0}</series_episodes>
		<my_id>0</my_id>
		<my_watched_episodes>${rewatching ? Math.max(count, entry.episodes ?? 0) : count}</my_watched_episodes>
		<my_start_date>${toMalDate(entry.startedOn)}</my_start_date>
		<my_finish_date>${toMalDate(entry.finishedOn)}</my_finish_date>
		<my_rated></my_rated>
		<my_score>${score}</my_score>
		<my_storage></my_storage>
		<my_storage_value>0.00</my_storage_value>
		<my_status>${state}</my_status>
		<my_comments>${cdata(entry.notes ?? "")}</my_comments>
		<my_times_watched>${entry.rewatches.filter(({ finished }) => finished).length}</my_times_watched>
		<my_rewatch_value></my_rewatch_value>
		<my_priority>${PRIORITIES[entry.priority] ?? "LOW"}</my_priority>
		<my_tags>${cdata(entry.tags.join(", "))}</my_tags>
		<my_rewatching>${isAgain ? 1 : 0}</my_rewatching>
		<my_rewatching_ep>${isAgain ? count : 0}</my_rewatching_ep>
		<my_discuss>0</my_discuss>
		<my_sns>default</my_sns>
		<update_on_import>1</update_on_import>${own}
	</anime>
`;
}

function toMalDate(date: string | null): string {
  return (date ?? "0000") + "-00-00".slice((date ?? "0000").length - 4);
}

function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
