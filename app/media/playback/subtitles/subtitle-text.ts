export interface SubtitleLine {
  start: number;
  end: number;
  text: string;
}

const MAX_LINES = 200_000;

export function toWebVtt(lines: readonly SubtitleLine[]): string {
  const cues = lines
    .filter(({ text }) => text.trim() !== "")
    .sort((one, other) => one.start - other.start)
    .slice(0, MAX_LINES)
    .map(
      ({ start, end, text }) =>
        `${vttTime(start)} --> ${vttTime(Math.max(end, start + 0.001))}\n${text.trim().replace(/\n\s*\n/g, "\n")}\n`,
    );
  return `WEBVTT\n\n${cues.join("\n")}`;
}

/** Keeps bold, italics and underlines, removes other tags. */
export function srtText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\{\\[^}]*\}/g, "")
    .split(/(<\/?[biu]>)/i)
    .map((part) => (/^<\/?[biu]>$/i.test(part) ? part.toLowerCase() : escapeVtt(stripTags(part))))
    .join("");
}

export function parseSrt(text: string): SubtitleLine[] {
  const lines: SubtitleLine[] = [];
  const blocks = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n/);
  for (const block of blocks.slice(0, MAX_LINES)) {
    const rows = block.split("\n");
    const timed = rows.findIndex((row) => row.includes("-->"));
    const [from = "", to = ""] = rows[timed]?.split("-->") ?? [];
    const [start, end] = [parseTime(from), parseTime(to)];
    if (start !== null && end !== null)
      lines.push({ start, end, text: srtText(rows.slice(timed + 1).join("\n")) });
  }
  return lines;
}

/** Removes styles and drawings, keeps line breaks. */
export function assText(text: string): string {
  if (/\{[^}]*\\p[1-9]/.test(text)) return "";
  return escapeVtt(
    text
      .replaceAll(/\{[^}]*\}/g, "")
      .replaceAll(/\\[Nn]/g, "\n")
      .replaceAll("\\h", " "),
  );
}

export function parseAss(text: string): SubtitleLine[] {
  const lines: SubtitleLine[] = [];
  for (const row of text.split(/\r?\n/, MAX_LINES)) {
    const fields = /^Dialogue:\s*(?:[^,]*),([^,]*),([^,]*),(?:[^,]*,){6}(.*)$/.exec(row);
    const [start, end] = [parseTime(fields?.[1] ?? ""), parseTime(fields?.[2] ?? "")];
    if (start !== null && end !== null)
      lines.push({ start, end, text: assText(fields?.[3] ?? "") });
  }
  return lines;
}

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
