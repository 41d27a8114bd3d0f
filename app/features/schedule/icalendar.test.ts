import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import { buildAnime } from "../../../tests/factories/anime";
import { icalendar, type CalendarEvent } from "./icalendar.server";
import { scheduleCalendar } from "./schedule-calendar.server";

const event: CalendarEvent = {
  uid: "1-8@test",
  changedAt: new Date("2026-11-20T01:02:03.456Z"),
  start: new Date("2026-11-20T15:30:00Z"),
  minutes: 24,
  summary: "A title",
  description: "",
  url: "https://akari.test/anime/1",
};
const write = (...events: Partial<CalendarEvent>[]): string =>
  icalendar({
    name: "Schedule",
    refreshHours: 12,
    events: events.map((fields) => ({ ...event, ...fields })),
  });
const read = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[]);

describe("icalendar", () => {
  it("writes events that a parser reads back unchanged", () => {
    const summary = 'Fate; stay, night\\ 第二期 “x”: "y"';
    const description = "one\ntwo, three;\r\nfour\\n";
    const [component] = read(write({ summary, description })).getAllSubcomponents("vevent");
    const parsed = new ICAL.Event(component);
    expect(parsed.summary).toBe(summary);
    expect(parsed.description).toBe("one\ntwo, three;\nfour\\n");
    expect(parsed.uid).toBe(event.uid);
    expect(parsed.startDate.toJSDate().toISOString()).toBe("2026-11-20T15:30:00.000Z");
    expect(parsed.endDate.toJSDate().toISOString()).toBe("2026-11-20T15:54:00.000Z");
    expect(component?.getFirstPropertyValue("url")).toBe(event.url);
    expect(component?.getFirstProperty("dtstamp")?.toICALString()).toBe("DTSTAMP:20261120T010203Z");
    expect(component?.getFirstProperty("last-modified")?.toICALString()).toBe(
      "LAST-MODIFIED:20261120T010203Z",
    );
  });

  it.each(["x".repeat(300), "進撃の巨人".repeat(40), "🌸".repeat(60), `${"x".repeat(66)}é`])(
    "folds %s at 75 octets, between characters",
    (summary) => {
      const text = write({ summary });
      for (const line of text.split("\r\n")) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toContain("\uFFFD");
      }
      expect(read(text).getFirstSubcomponent("vevent")?.getFirstPropertyValue("summary")).toBe(
        summary,
      );
    },
  );

  it("folds a line of 76 octets but not one of 74", () => {
    const lines = (length: number) =>
      write({ summary: "x".repeat(length - "SUMMARY:".length) })
        .split("\r\n")
        .filter((line) => line.startsWith(" "));
    expect(lines(74)).toEqual([]);
    expect(lines(76)).toEqual([" xx"]);
  });

  it("ends every line with CR LF and writes no control characters", () => {
    const text = write({ summary: "a\u0000b\u0007c", description: "line\rbreak" });
    expect(text.replaceAll("\r\n", "")).not.toMatch(/\p{Cc}/u);
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(text).toContain("SUMMARY:abc\r\n");
  });

  it("cannot be injected with a property or event by a title", () => {
    const calendar = read(write({ summary: "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:y" }));
    expect(calendar.getAllSubcomponents("vevent")).toHaveLength(1);
  });

  it("is valid without any event", () => {
    expect(
      read(write())
        .getAllSubcomponents()
        .map(({ name }) => name),
    ).toEqual(["vtimezone"]);
  });

  it("has the required properties", () => {
    const calendar = read(write({}));
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
    expect(calendar.getFirstPropertyValue("prodid")).not.toBe("");
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
  });
});

describe("a calendar of broadcasts", () => {
  const title = {
    ...buildAnime({
      broadcast_day: "Saturday",
      broadcast_time: "00:30",
      broadcast_timezone: "Asia/Tokyo",
    }),
    last_episode: null,
    broadcast_anchor: "2026-11-21",
    changed_at: "2026-11-01T00:00:00.000Z",
  };
  const BROADCAST = Date.parse("2026-11-20T15:30:00Z");
  const HOUR = 3_600_000;

  it.each([0, 5, 30, 72])("keeps for a day what began, %d hours late", (delayHours) => {
    const start = BROADCAST + delayHours * HOUR;
    const startsAt = (now: number) =>
      read(
        scheduleCalendar([title], {
          now: new Date(now),
          language: "romaji",
          i18n: serverI18n("en"),
          origin: "https://akari.test",
          own: { delayHours, changedAt: new Date(0) },
        }),
      )
        .getAllSubcomponents("vevent")
        .map((component) => new ICAL.Event(component).startDate.toJSDate().getTime());
    for (let hour = 0; hour <= 24; hour += 1) {
      const starts = startsAt(start + hour * HOUR);
      expect(starts[0]).toBe(start);
      expect(starts).toHaveLength(4);
    }
    expect(startsAt(start + 24 * HOUR + 1)[0]).toBe(start + 7 * 24 * HOUR);
  });
});
