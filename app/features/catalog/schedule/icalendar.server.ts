/** One event of a calendar. Instants go out in UTC. */
export interface CalendarEvent {
  uid: string;
  start: Date;
  minutes: number;
  summary: string;
  description: string;
  /** An absolute address. */
  url: string;
}

export interface Calendar {
  name: string;
  /** When the calendar's contents were last worked out; the DTSTAMP of all its events. */
  stamp: Date;
  /** How often subscribers may ask again. */
  refreshHours: number;
  events: readonly CalendarEvent[];
}

/** Content lines are folded so that none is longer, in octets and without its line break (RFC 5545 section 3.1). */
const LONGEST_LINE = 75;

/** A calendar as RFC 5545 text. */
export function icalendar({ name, stamp, refreshHours, events }: Calendar): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Akari//Broadcast schedule//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
    `X-PUBLISHED-TTL:PT${refreshHours}H`,
    // A calendar needs at least one component (section 3.6), also on a day without any event.
    ...(events.length === 0 ? UTC_ZONE : events.flatMap((event) => eventLines(event, stamp))),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

const UTC_ZONE = [
  "BEGIN:VTIMEZONE",
  "TZID:UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "TZNAME:UTC",
  "END:STANDARD",
  "END:VTIMEZONE",
];

function eventLines(
  { uid, start, minutes, summary, description, url }: CalendarEvent,
  stamp: Date,
): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(start)}`,
    `DURATION:PT${minutes}M`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    // A broadcast does not make anybody busy.
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** An instant in the form `20261120T153000Z`. */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** TEXT values (section 3.3.11). Control characters have no place in a content line. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll("\n", "\\n")
    .replace(/\p{Cc}/gu, "");
}

/** Folds a line by octets without cutting a character in two. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= LONGEST_LINE) return line;
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LONGEST_LINE) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
