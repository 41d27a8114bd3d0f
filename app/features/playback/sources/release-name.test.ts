import { expect, it } from "vitest";
import { releaseName } from "./release-name";

it.each([
  ["Show/[Group] Show - 05 (1080p).mkv", "Group", 1, "Group"],
  ["[Group] Show - 05v2 (BD 1080p).mkv", "Group", 2, "Group BD v2"],
  ["Show.S01E05.1080p.WEB-DL.AAC2.0.H.264-NAME.mkv", null, 1, "NAME WEB"],
  ["Show (Blu-ray)/Show - 05.mkv", null, 1, "BD"],
  ["Show (BD)/Show - 05 [WEBRip].mkv", null, 1, "WEB"],
  ["Show.S01E05.HDTV.x264-tv.mkv", null, 1, "tv TV"],
  ["DVDRip/Show - 05.mkv", null, 1, "DVD"],
  ["Show/Webster - 05.mkv", null, 1, null],
  ["Show/Show-05.mkv", null, 1, null],
])("tells %s from other releases", (path, releaseGroup, version, name) => {
  expect(releaseName({ path, releaseGroup, version })).toBe(name);
});
