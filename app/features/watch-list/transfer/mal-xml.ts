import { decodeXML } from "entities";
import { readCollectionType } from "~/features/watch-list/collection-types";
import {
  MOST_ENTRIES,
  readCount,
  readDay,
  readId,
  readNotes,
  readScore,
  readTags,
  readTitle,
  type ImportedEntry,
} from "./imported-entry";
import { malStateOf, placeOfMalState, readMalState, type MalState } from "./mal-states";
import type { ExportedEntry } from "./exported-entry";

/** The elements that mean something; everything else in a list is text, however much it looks like markup. */
const STRUCTURE = /^(?:anime|(?:series|my|akari)_[a-z_]+)$/;

/**
 * The entries of a MyAnimeList export. Real exports hold broken characters, stray markup and wrong counts, which a strict parser refuses, so this reads
 * the flat list that they are: no entities but XML's own and numbers, nothing nested, one pass. Null when it is no such list.
 */
export function readMalXml(xml: string): ImportedEntry[] | null {
  if (!/<myanimelist[\s>]/i.test(xml)) return null;
  const entries: ImportedEntry[] = [];
  let fields: Map<string, string> | null = null;
  let open: string | null = null;
  let text = "";
  const finish = () => {
    if (fields !== null && fields.size > 0) entries.push(entryOf(fields));
    fields = null;
    open = null;
  };
  for (const token of tokens(xml)) {
    if (entries.length > MOST_ENTRIES) break;
    if (token.kind === "text") text += token.text;
    else if (token.name === "anime") {
      finish();
      if (token.kind === "open") fields = new Map();
    } else if (token.kind === "open") {
      open = token.name;
      text = "";
    } else if (fields !== null && open === token.name) {
      fields.set(token.name, text);
      open = null;
    }
  }
  finish();
  return entries;
}

type Token = { kind: "text"; text: string } | { kind: "open" | "close"; name: string };

const TAG = /<(\/?)([A-Za-z_]{1,40})\s{0,8}(\/?)>/y;

function* tokens(xml: string): Generator<Token> {
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf("<", at);
    if (start !== at)
      yield { kind: "text", text: decodeXML(xml.slice(at, start === -1 ? undefined : start)) };
    if (start === -1) return;
    if (xml.startsWith("<![CDATA[", start)) {
      const end = indexOrEnd(xml, "]]>", start);
      yield { kind: "text", text: xml.slice(start + 9, end) };
      at = end + 3;
    } else if (xml.startsWith("<!--", start)) {
      at = indexOrEnd(xml, "-->", start) + 3;
    } else {
      TAG.lastIndex = start;
      const [tag = "", closes = "", name = "", isEmpty = ""] = TAG.exec(xml) ?? [];
      const isStructure = STRUCTURE.test(name.toLowerCase());
      if (!isStructure) yield { kind: "text", text: "<" };
      if (isStructure && closes === "") yield { kind: "open", name: name.toLowerCase() };
      if (isStructure && (closes !== "" || isEmpty !== ""))
        yield { kind: "close", name: name.toLowerCase() };
      at = start + (isStructure ? tag.length : 1);
    }
  }
}

function indexOrEnd(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index === -1 ? text.length : index;
}

function entryOf(fields: Map<string, string>): ImportedEntry {
  const state = readMalState(fields.get("my_status") ?? "");
  const place =
    state === null ? null : placeOfMalState(state, fields.get("my_rewatching")?.trim() === "1");
  return {
    malId: readId(fields.get("series_animedb_id")),
    title: readTitle(fields.get("series_title")),
    type: readCollectionType(fields.get("akari_type") ?? "") ?? place?.type ?? null,
    importedState: place?.importedState ?? null,
    watchedEpisodes: readCount(fields.get("my_watched_episodes")),
    ownScore: readScore(fields.get("my_score")),
    startedOn: readDay(fields.get("my_start_date")),
    finishedOn: readDay(fields.get("my_finish_date")),
    timesRewatched: readCount(fields.get("my_times_watched")),
    notes: readNotes(fields.get("my_comments")),
    tags: readTags(fields.get("my_tags")),
  };
}

/** The list as MyAnimeList's own importer expects it (version 1.1.0 of its export). */
export function writeMalXml(entries: readonly ExportedEntry[], userName: string): string {
  const states = entries.map((entry) => malStateOf(entry).state);
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

${entries.map(writeEntry).join("\n")}
</myanimelist>
`;
}

function writeEntry(entry: ExportedEntry): string {
  const { state, rewatching } = malStateOf(entry);
  // MyAnimeList passes over elements that it does not know.
  const ownType =
    placeOfMalState(state, rewatching).type === entry.type
      ? ""
      : `\n		<akari_type>${entry.type}</akari_type>`;
  return `	<anime>
		<series_animedb_id>${entry.malId}</series_animedb_id>
		<series_title>${cdata(entry.title)}</series_title>
		<series_type>${escapeXml(entry.animeType ?? "Unknown")}</series_type>
		<series_episodes>${entry.episodes ?? 0}</series_episodes>
		<my_id>0</my_id>
		<my_watched_episodes>${entry.watchedEpisodes ?? 0}</my_watched_episodes>
		<my_start_date>${entry.startedOn ?? "0000-00-00"}</my_start_date>
		<my_finish_date>${entry.finishedOn ?? "0000-00-00"}</my_finish_date>
		<my_rated></my_rated>
		<my_score>${entry.ownScore ?? 0}</my_score>
		<my_storage></my_storage>
		<my_storage_value>0.00</my_storage_value>
		<my_status>${state}</my_status>
		<my_comments>${cdata(entry.notes ?? "")}</my_comments>
		<my_times_watched>${entry.timesRewatched ?? 0}</my_times_watched>
		<my_rewatch_value></my_rewatch_value>
		<my_priority>LOW</my_priority>
		<my_tags>${cdata(entry.tags ?? "")}</my_tags>
		<my_rewatching>${rewatching ? 1 : 0}</my_rewatching>
		<my_rewatching_ep>0</my_rewatching_ep>
		<my_discuss>0</my_discuss>
		<my_sns>default</my_sns>
		<update_on_import>1</update_on_import>${ownType}
	</anime>
`;
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
