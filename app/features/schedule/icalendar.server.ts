import ICAL from "ical.js";

export interface CalendarEvent {
  uid: string;
  changedAt: Date;
  start: Date;
  minutes: number;
  summary: string;
  description: string;
  url: string;
}

export interface Calendar {
  name: string;
  refreshHours: number;
  events: readonly CalendarEvent[];
}

/** RFC 5545 section 3.1: 75 octets; ical.js does not count the leading space. */
ICAL.foldLength = 74;

export function icalendar({ name, refreshHours, events }: Calendar): string {
  const refresh = `PT${refreshHours}H`;
  const calendar = createComponent("vcalendar", [
    ["version", "2.0"],
    ["prodid", "-//Akari//Broadcast schedule//EN"],
    ["calscale", "GREGORIAN"],
    ["method", "PUBLISH"],
    ["name", name],
    ["x-wr-calname", name],
    ["refresh-interval", ICAL.Duration.fromString(refresh)],
    ["x-published-ttl", refresh],
  ]);
  for (const event of events) calendar.addSubcomponent(eventComponent(event));
  // A calendar needs at least one component (section 3.6).
  if (events.length === 0) calendar.addSubcomponent(utcTimeZone());
  return `${calendar.toString()}\r\n`;
}

type Property = [name: string, value: string | ICAL.Time | ICAL.Duration | ICAL.UtcOffset];

function createComponent(name: string, properties: Property[]): ICAL.Component {
  const component = new ICAL.Component(name);
  for (const [property, value] of properties) component.addPropertyWithValue(property, value);
  return component;
}

function eventComponent(event: CalendarEvent): ICAL.Component {
  const changedAt = ICAL.Time.fromJSDate(event.changedAt, true);
  return createComponent("vevent", [
    ["uid", event.uid],
    // The same data are the same bytes, and an event that moves has a later stamp (sections 3.8.7.2
    // and 3.8.7.3).
    ["dtstamp", changedAt],
    ["last-modified", changedAt],
    ["dtstart", ICAL.Time.fromJSDate(event.start, true)],
    ["duration", ICAL.Duration.fromSeconds(event.minutes * 60)],
    ["summary", toContent(event.summary)],
    ["description", toContent(event.description)],
    ["url", event.url],
    // Events do not make the user's time busy.
    ["transp", "TRANSPARENT"],
  ]);
}

function utcTimeZone(): ICAL.Component {
  const zone = createComponent("vtimezone", [["tzid", "UTC"]]);
  const standard = createComponent("standard", [
    ["dtstart", ICAL.Time.fromDateTimeString("1970-01-01T00:00:00")],
    ["tzoffsetfrom", ICAL.UtcOffset.fromSeconds(0)],
    ["tzoffsetto", ICAL.UtcOffset.fromSeconds(0)],
    ["tzname", "UTC"],
  ]);
  zone.addSubcomponent(standard);
  return zone;
}

/** Removes control characters (section 3.1); ical.js escapes line breaks. */
function toContent(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n]/gu, "");
}
