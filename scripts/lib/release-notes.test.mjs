import { describe, expect, it } from "vitest";
import { releaseNotes } from "./release-notes.mjs";

const CHANGELOG = `# Changelog

## [Unreleased]

- The next.

## [1.1.0] - 2026-12-01

### Added

- Rooms.

## [1.0.0] - 2026-11-25

- The first.

## [0.9.0]

- No date.
`;

describe("releaseNotes", () => {
  it("is the section of the version", () => {
    expect(releaseNotes("v1.1.0", "1.1.0", CHANGELOG)).toBe("### Added\n\n- Rooms.\n");
    expect(releaseNotes("v1.2.0-dev", "1.2.0-dev", CHANGELOG)).toBe("- The next.\n");
    expect(releaseNotes("v1.0.0", "1.0.0", CHANGELOG)).toBe("- The first.\n");
  });

  it("rejects another tag, and a section that is missing or has no date", () => {
    expect(() => releaseNotes("v1.1.1", "1.1.0", CHANGELOG)).toThrow("does not match");
    expect(() => releaseNotes("v1.2.0", "1.2.0", CHANGELOG)).toThrow("no section for 1.2.0");
    expect(() => releaseNotes("v0.9.0", "0.9.0", CHANGELOG)).toThrow("no date");
  });
});
