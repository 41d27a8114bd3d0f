const MAX_LINES = 20_000;
const TIME = /^(\d+):([0-5]?\d):([0-5]?\d(?:\.\d+)?)$/;

interface Line {
  start: number;
  end: number;
  text: string;
}

/**
 * The dialogue of an ASS script as unstyled WebVTT, for viewers who prefer it and browsers where
 * the renderer fails. Omits drawings and empty lines.
 */
export function assToWebVtt(script: string): string {
  const lines: Line[] = [];
  let fields: string[] = [];
  let isEvents = false;
  for (const row of script.split(/\r?\n/)) {
    if (row.startsWith("[")) isEvents = /^\[events\]/i.test(row);
    else if (isEvents && /^format:/i.test(row))
      fields = row
        .slice(7)
        .split(",")
        .map((name) => name.trim().toLowerCase());
    else if (isEvents && /^dialogue:/i.test(row) && lines.length < MAX_LINES) {
      const line = parseDialogue(row.slice(9), fields);
      if (line !== null) lines.push(line);
    }
  }
  lines.sort((one, other) => one.start - other.start);
  const cues = lines.map(
    ({ start, end, text }) => `${formatTime(start)} --> ${formatTime(end)}\n${text}\n`,
  );
  return ["WEBVTT\n", ...cues].join("\n");
}

function parseDialogue(row: string, fields: readonly string[]): Line | null {
  const values = row.split(",");
  const valueOf = (name: string) => values[fields.indexOf(name)]?.trim() ?? "";
  const [start, end] = [parseTime(valueOf("start")), parseTime(valueOf("end"))];
  // The text is the last field and may contain commas.
  const text = plainText(values.slice(fields.length - 1).join(","));
  return start === null || end === null || end <= start || text === ""
    ? null
    : { start, end, text };
}

function parseTime(value: string): number | null {
  const [, hours, minutes, seconds] = TIME.exec(value) ?? [];
  return seconds === undefined
    ? null
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Removes override tags; a drawing (`\\p1`) has no text. */
function plainText(text: string): string {
  if (/\{[^}]*\\p[1-9]/.test(text)) return "";
  return text
    .replace(/\{[^}]*\}/g, "")
    .replace(/\\N|\\n/g, "\n")
    .replace(/\\h/g, " ")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

function formatTime(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, "0");
  return `${pad(thousandths / 3_600_000)}:${pad((thousandths / 60_000) % 60)}:${pad((thousandths / 1000) % 60)}.${pad(thousandths % 1000, 3)}`;
}
