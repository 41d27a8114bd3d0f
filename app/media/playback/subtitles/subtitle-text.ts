import { requireFewLines } from "./limits";
import {
  alignmentOf,
  cueSettings,
  fromLegacy,
  keypad,
  placeOf,
  splitForeignTags,
  splitTags,
  type Alignment,
} from "./override-tags";

/** A text in the markup of WebVTT, with the settings of its cue. */
export interface PlacedText {
  text: string;
  settings?: string | undefined;
}

/** A line of subtitles. Times are seconds of the stream. */
export interface SubtitleLine extends PlacedText {
  start: number;
  end: number;
}

const LINE_BREAK = /\r\n|\r|\n/;

export function toWebVtt(lines: readonly SubtitleLine[]): string {
  const cues = lines
    .filter(({ text }) => text.trim() !== "")
    .sort((one, other) => one.start - other.start)
    .map(
      ({ start, end, text, settings = "" }) =>
        `${vttTime(start)} --> ${vttTime(Math.max(end, start + 0.001))}${settings === "" ? "" : ` ${settings}`}\n${text.trim().replace(/\n\s*\n/g, "\n")}\n`,
    );
  return `WEBVTT\n\n${cues.join("\n")}`;
}

/** Whether a text is a WebVTT file, by its first line. */
export function isWebVtt(text: string): boolean {
  return /^WEBVTT(?:[ \t\r\n]|$)/.test(text);
}

/** An SRT line as WebVTT: bold, italics, underlines and `\an` stay, other tags go. */
export function srtText(text: string): PlacedText {
  const { plain, tags } = splitForeignTags(text.replaceAll(/\r\n?/g, "\n"));
  const alignment = alignmentOf(tags);
  return {
    text: plain
      .split(/(<\/?[biu]>)/i)
      .map((part) => (/^<\/?[biu]>$/i.test(part) ? part.toLowerCase() : escapeVtt(stripTags(part))))
      .join(""),
    settings: alignment === null ? undefined : cueSettings(placeOf(alignment, null)),
  };
}

const SETTING = /^(?:line|position|size|align|vertical):[\w.,%-]{1,40}$/;

/** An embedded cue of WebVTT; its regions are not sent, so that their settings go. */
export function vttText(text: string, settings: string): PlacedText {
  return {
    text: text.replaceAll("-->", "--&gt;"),
    settings: settings
      .split(/\s+/)
      .filter((setting) => SETTING.test(setting))
      .join(" "),
  };
}

/**
 * A text lasts until the next row of times, since many have empty rows within. A row with an arrow
 * that is no row of times is text, unless a number above says that its times are wrong.
 */
export function parseSrt(text: string): SubtitleLine[] {
  const lines: SubtitleLine[] = [];
  let open: { start: number; end: number } | null = null;
  // The first number needs no empty row above it.
  let rows = [""];
  let number = 0;
  const close = (isLast: boolean) => {
    number = takeNumber(rows, number, isLast) ?? number;
    if (open !== null) {
      const { start, end } = open;
      lines.push({ start, end, ...srtText(rows.filter(isFilled).join("\n")) });
      requireFewLines(lines.length);
    }
    rows = [];
  };
  for (const row of text.split(LINE_BREAK)) {
    const times = row.includes("-->") ? parseTimes(row) : null;
    const isHead =
      times !== null && (times.start !== null || times.end !== null || isNumber(rows.at(-1)));
    if (isHead) {
      close(false);
      const { start, end } = times;
      open = start !== null && end !== null ? { start, end } : null;
    } else rows.push(row);
  }
  close(true);
  return lines;
}

/**
 * Removes the number of the next line from the end of `rows`, and returns it: what is right above
 * its times, or follows the number of this line after an empty row.
 */
function takeNumber(rows: string[], last: number, isLast: boolean): number | null {
  const position = rows.findLastIndex(isFilled);
  const row = rows[position];
  if (row === undefined || !isNumber(row)) return null;
  const isAboveTimes = !isLast && position === rows.length - 1;
  const isNext = Number(row) === last + 1 && rows[position - 1]?.trim() === "";
  if (!isAboveTimes && !isNext) return null;
  rows.splice(position);
  return Number(row);
}

function isFilled(row: string): boolean {
  return row.trim() !== "";
}

function isNumber(row: string | undefined): boolean {
  return row !== undefined && /^\s*\d+\s*$/.test(row);
}

function parseTimes(row: string): { start: number | null; end: number | null } {
  const [from = "", to = ""] = row.split("-->", 2);
  return { start: parseTime(from), end: parseTime(to) };
}

/** What the head of a script says of where its lines are. */
export interface AssLayout {
  /** Pixels of the script's own picture. */
  width: number;
  height: number;
  /** The alignments of the styles by name. */
  styles: ReadonlyMap<string, Alignment>;
}

/** Removes styles and drawings; keeps line breaks and the place. */
export function assText(text: string, style: string, layout: AssLayout): PlacedText {
  const { plain, tags } = splitTags(text);
  if (tags.some((tag) => /\\p[1-9]/.test(tag))) return { text: "" };
  const { styles } = layout;
  const ofStyle = styles.get(style.replace(/^\*+/, "").trim()) ?? styles.get("Default") ?? 2;
  const alignment = alignmentOf(tags) ?? ofStyle;
  return {
    text: escapeVtt(plain.replaceAll(/\\[Nn]/g, "\n").replaceAll("\\h", " "))
      .split("\n")
      .map((row) => row.trim())
      .filter((row) => row !== "")
      .join("\n"),
    settings: cueSettings(placeOf(alignment, pointOf(tags, layout))),
  };
}

/** The point of `\pos`, or where `\move` starts, in percent of the picture. */
function pointOf(tags: readonly string[], { width, height }: AssLayout) {
  for (const tag of tags) {
    const [, x, y] = /\\(?:pos|move)\s*\(\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)/.exec(tag) ?? [];
    const point = { x: percent(Number(x), width), y: percent(Number(y), height) };
    if (!Number.isNaN(point.x) && !Number.isNaN(point.y)) return point;
  }
  return null;
}

function percent(part: number, whole: number): number {
  return Math.round(Math.min(1, Math.max(0, part / whole)) * 1_000) / 10;
}

/** The picture of a script that states no size, as in libass. */
const DEFAULT_SIZE = { width: 384, height: 288 };
const STYLE_FIELDS = 64;

/** Reads the sections before the events. */
export function assLayout(script: string): AssLayout {
  const size = { ...DEFAULT_SIZE };
  const styles = new Map<string, Alignment>();
  let section = "";
  let fields: string[] = [];
  for (const row of script.split(LINE_BREAK)) {
    const [, name = "", value = ""] = /^\s*([a-z]+)\s*:\s*(.*)$/i.exec(row) ?? [];
    const key = name.toLowerCase();
    if (row.startsWith("[")) section = row.trim().toLowerCase();
    if (section === "[events]") break;
    const number = Number.parseFloat(value);
    if (key === "playresx" && number > 0) size.width = number;
    if (key === "playresy" && number > 0) size.height = number;
    if (key === "format") fields = splitFields(value, STYLE_FIELDS).map(toFieldName);
    if (key !== "style") continue;
    const values = splitFields(value, STYLE_FIELDS);
    const stated = Number(values[fields.indexOf("alignment")]);
    const alignment = section === "[v4 styles]" ? fromLegacy(stated) : keypad(stated);
    if (alignment !== null) styles.set((values[fields.indexOf("name")] ?? "").trim(), alignment);
  }
  return { ...size, styles };
}

function toFieldName(name: string): string {
  return name.trim().toLowerCase();
}

/** The order of fields in scripts without a `Format` of their own. */
const EVENT_FIELDS = "layer,start,end,style,name,marginl,marginr,marginv,effect,text".split(",");
const MAX_FIELDS = 32;

/** The dialogue of an ASS or SSA script as plain lines. */
export function parseAss(script: string): SubtitleLine[] {
  const lines: SubtitleLine[] = [];
  const layout = assLayout(script);
  let fields = EVENT_FIELDS;
  let isEvents = false;
  for (const row of script.split(LINE_BREAK)) {
    if (row.startsWith("[")) isEvents = /^\[events\]/i.test(row);
    else if (isEvents && /^format:/i.test(row))
      fields = splitFields(row.slice(7), MAX_FIELDS).map(toFieldName);
    else if (isEvents && /^dialogue:/i.test(row)) {
      const values = splitFields(row.slice(9), fields.length);
      const valueOf = (name: string) => values[fields.indexOf(name)] ?? "";
      const [start, end] = [parseTime(valueOf("start")), parseTime(valueOf("end"))];
      // The text is the last field and may contain commas.
      const placed =
        values.length === fields.length
          ? assText(values.at(-1) ?? "", valueOf("style"), layout)
          : { text: "" };
      if (start !== null && end !== null && end > start && placed.text !== "")
        lines.push({ start, end, ...placed });
      requireFewLines(lines.length);
    }
  }
  return lines;
}

/** Fields between commas; the last of `count` holds the rest. */
export function splitFields(row: string, count: number): string[] {
  const fields: string[] = [];
  let start = 0;
  while (fields.length < count - 1) {
    const comma = row.indexOf(",", start);
    if (comma === -1) break;
    fields.push(row.slice(start, comma));
    start = comma + 1;
  }
  return [...fields, row.slice(start)];
}

/** Formats `0:00:01.25`, the time format of ASS. */
export function assTime(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const minutes = Math.floor(hundredths / 6_000);
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}`;
}

function vttTime(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const total = Math.floor(ms / 1000);
  return `${pad(Math.floor(total / 3600))}:${pad(Math.floor(total / 60) % 60)}:${pad(total % 60)}.${pad(ms % 1000, 3)}`;
}

/** Seconds of `1:02:03.4`, `00:01:02,345` and `01:02.345`; null for anything else. */
function parseTime(text: string): number | null {
  const match = /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?(?:\s|$)/.exec(text);
  if (match === null) return null;
  const [, hours = "0", minutes = "0", seconds = "0", fraction = "0"] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}

function stripTags(text: string): string {
  return text.replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, "");
}

function escapeVtt(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, "0");
}
