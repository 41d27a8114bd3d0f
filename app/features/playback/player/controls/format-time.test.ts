import { expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import { formatTime, formatSpokenTime } from "./format-time";

it("formats a time with as many parts as it needs", () => {
  expect([0, 65.9, 600, 3723, -4].map(formatTime)).toEqual([
    "0:00",
    "1:05",
    "10:00",
    "1:02:03",
    "0:00",
  ]);
});

it("formats a time for screen readers", () => {
  expect(
    [0, 1, 65, 3723, 7200].map((seconds) => formatSpokenTime(serverI18n("en"), seconds)),
  ).toEqual([
    "0 seconds",
    "1 second",
    "1 minute 5 seconds",
    "1 hour 2 minutes 3 seconds",
    "2 hours",
  ]);
});
