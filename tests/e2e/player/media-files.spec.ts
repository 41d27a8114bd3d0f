import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import { expect, test, type Page } from "@playwright/test";
import { STREAMS } from "../../support/media/stream-origin";
import { sampleEpisodePath } from "../support/sample-episodes";
import {
  difference,
  openEpisode,
  chooseSubtitles,
  openSettings,
  openSubtitles,
  paused,
  readFrame,
  timeOf,
} from "../support/watching";

const SUBTITLES = [
  {
    language: "en",
    label: "English, styled",
    format: "ass",
    url: "/test/subtitles/styled.ass",
    plain_url: "/test/subtitles/styled.vtt",
  },
];

interface Playback {
  subtitles?: object[];
  seek_pictures?: object;
  chapters?: object[];
}

/** Responds with the media folder's stream; returns the codecs that the page sent. */
async function fakePlayback(page: Page, more: Playback = {}): Promise<() => string[]> {
  let codecs: string[] = [];
  await page.route("**/api/episodes/playback?*", async (route) => {
    const response = (await (await route.fetch()).json()) as {
      data: { sources: { url: string }[] };
    };
    const url = response.data.sources[0]?.url;
    codecs = new URL(route.request().url()).searchParams.get("codecs")?.split(",") ?? [];
    const source = {
      id: "1",
      label: "Own copy",
      kind: "sub",
      language: "en",
      type: "hls",
      url: url ?? "",
      external_url: url ?? "",
      problem: null,
      audio: [],
      subtitles: SUBTITLES,
      chapters: [],
      fonts: [],
      ...more,
    };
    return route.fulfill({ json: { data: { sources: [source] } } });
  });
  await page.route("**/test/subtitles/*", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    return route.fulfill({ body: readFileSync(`${STREAMS}/subtitles/${name}`) });
  });
  return () => codecs;
}

test("subtitles are drawn over a paused picture", async ({ page }) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") violations.push(message.text());
  });
  await fakePlayback(page);
  // A paused picture is drawn once, which must not come before the font.
  await page.context().route("**/*.woff2", async (route) => {
    await setTimeout(2000);
    await route.continue();
  });
  await openEpisode(page, sampleEpisodePath("own folder"));
  await page.keyboard.press("k");
  await timeOf(page).toBeGreaterThan(0.2);
  await page.keyboard.press("k");
  await expect.poll(() => paused(page)).toBe(true);
  const bare = await readFrame(page);
  await chooseSubtitles(page, "English, styled");
  await expect.poll(async () => difference(bare, await readFrame(page))).toBeGreaterThan(0.005);
  await chooseSubtitles(page, "Off");
  await expect.poll(async () => difference(bare, await readFrame(page))).toBeLessThan(0.001);
  expect(violations).toEqual([]);
});

test("subtitles stand above the controls of a paused picture at every size @nightly", async ({
  page,
}) => {
  await fakePlayback(page);
  await openEpisode(page, sampleEpisodePath("own folder"));
  await chooseSubtitles(page, "English, styled");
  const canvas = page.locator(".player > canvas");
  const bottomOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
  const topOfControls = () =>
    page.locator(".player-timeline").evaluate((element) => element.getBoundingClientRect().top);
  for (const width of [320, 390, 520, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(canvas).toBeVisible();
    const distance = async () => (await topOfControls()) - (await bottomOf(".player > canvas"));
    await expect.poll(distance, `styled at ${width} px`).toBeGreaterThanOrEqual(0);
  }
  await openSubtitles(page);
  await page.getByRole("checkbox", { name: "Plain subtitles" }).check();
  await page.keyboard.press("Escape");
  await expect(page.locator(".player-subtitles p")).toHaveText("A green sign");
  for (const width of [320, 390, 520, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const distance = async () => (await topOfControls()) - (await bottomOf(".player-subtitles p"));
    await expect.poll(distance, `plain at ${width} px`).toBeGreaterThanOrEqual(0);
  }
});

test("styled subtitles are plain for those who prefer it, and moved by a delay", async ({
  page,
}) => {
  await fakePlayback(page);
  await openEpisode(page, sampleEpisodePath("own folder"));
  await chooseSubtitles(page, "English, styled");
  await openSubtitles(page);
  await page.getByRole("checkbox", { name: "Plain subtitles" }).check();
  const line = page.locator(".player-subtitles p");
  await expect(line).toHaveText("A green sign");
  await page.getByRole("spinbutton", { name: "Subtitle delay (seconds)" }).fill("-6.5");
  await expect(line).toHaveText("Another line");
});

const PLACED = `WEBVTT

STYLE
::cue { color: red }

REGION
id:a
width:40%

${[
  ["", "Higher"],
  ["", "Lowest"],
  [" line:0 region:a", "First row"],
  [" line:0%", "Second row"],
  [" line:50%,center align:left", "Left"],
  ["", "{\\an6}Right"],
]
  .map(([settings, text]) => `00:00.000 --> 01:00.000${settings}\n${text}\n`)
  .join("\n")}`;

test("subtitles are where they say, and do not cover each other", async ({ page }) => {
  await fakePlayback(page, {
    subtitles: [{ ...SUBTITLES[0], format: "vtt", url: "/test/placed.vtt", plain_url: null }],
  });
  await page.route("**/test/placed.vtt", (route) => route.fulfill({ body: PLACED }));
  await openEpisode(page, sampleEpisodePath("own folder"));
  await chooseSubtitles(page, "English, styled");
  const lines = page.locator(".player-subtitles p");
  const texts = ["Higher", "Lowest", "First row", "Second row", "Left", "Right"];
  await expect(lines).toHaveText(texts);
  // Distances of each line from the top, the right, the bottom and the left of their area.
  const distances = () =>
    page.locator(".player-subtitles").evaluate((area) => {
      const frame = area.getBoundingClientRect();
      return [...area.children].map((line) => {
        const { top, right, bottom, left, height } = line.getBoundingClientRect();
        return {
          top: Math.round(((top - frame.top) / height) * 10) / 10,
          right: Math.round(frame.right - right),
          bottom: Math.round(((frame.bottom - bottom) / height) * 10) / 10,
          left: Math.round(left - frame.left),
          isBetween: Math.abs(top - frame.top - (frame.bottom - bottom)) < 2,
        };
      });
    });
  await expect
    .poll(distances)
    .toMatchObject([
      { bottom: 1 },
      { bottom: 0 },
      { top: 0 },
      { top: 1 },
      { left: 0, isBetween: true },
      { right: 0, isBetween: true },
    ]);
  // Lines that stay the same are drawn once.
  const changes = await page.locator(".player-subtitles").evaluate(async (area) => {
    let count = 0;
    const observer = new MutationObserver((records) => (count += records.length));
    observer.observe(area, { childList: true });
    for (let frames = 0; frames < 30; frames += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return count;
  });
  expect(changes).toBe(0);
});

test("subtitles whose renderer fails are shown plain, with a word", async ({ page }) => {
  await fakePlayback(page);
  await page.route("**/assets/wasm-worker-*.js", (route) => route.abort());
  await openEpisode(page, sampleEpisodePath("own folder"));
  await chooseSubtitles(page, "English, styled");
  await expect(page.getByText("Couldn’t render the styled subtitles")).toBeVisible();
  await expect(page.locator(".player-subtitles p")).toHaveText("A green sign");
});

test("the device's codecs are sent, and chapters divide the seek bar and skip the intro", async ({
  page,
}) => {
  const sentCodecs = await fakePlayback(page, {
    chapters: [
      { title: "OP", start: 0, end: 4, kind: "intro" },
      { title: "Part A", start: 4, end: 12, kind: "part" },
    ],
  });
  await openEpisode(page, sampleEpisodePath("own folder"));
  expect(sentCodecs()).toEqual(expect.arrayContaining(["avc1.640028", "mp4a.40.2", "opus"]));
  expect(sentCodecs()).not.toContain("ac-3");
  await expect(page.locator(".player-chapter")).toHaveCount(1);
  await expect(page.getByRole("slider", { name: "Position" })).toHaveAttribute(
    "aria-valuetext",
    /, OP$/,
  );
  await page.keyboard.press("k");
  await page.getByRole("button", { name: "Skip intro" }).click();
  await timeOf(page).toBeGreaterThanOrEqual(4);
  await openSettings(page);
  await expect(page.getByRole("button", { name: "Copy link for VLC or mpv" })).toBeVisible();
});

test("the seek bar shows the pictures that the site has made, and the file's own when they are gone", async ({
  page,
}) => {
  // Twelve seconds: a red picture for the first half, a blue one for the second.
  const red = { create: { width: 192, height: 108, channels: 3, background: "red" } } as const;
  const blue = { ...red, create: { ...red.create, background: "blue" } } as const;
  const sheet = await sharp({ create: { ...red.create, width: 384 } })
    .composite([
      { input: await sharp(red).png().toBuffer(), left: 0, top: 0 },
      { input: await sharp(blue).png().toBuffer(), left: 192, top: 0 },
    ])
    .webp()
    .toBuffer();
  let sheets = 0;
  await page.route("**/test/pictures/0.webp", (route) => {
    sheets += 1;
    return route.fulfill({ body: sheet, contentType: "image/webp" });
  });
  const pictures = { interval: 6, columns: 2, rows: 1, width: 192, height: 108 };
  await fakePlayback(page, {
    seek_pictures: { ...pictures, sheets: ["/test/pictures/0.webp"] },
  });
  await openEpisode(page, sampleEpisodePath("own folder"));
  const box = await page.getByRole("slider", { name: "Position" }).boundingBox();
  if (box === null) throw new Error("no slider");
  const canvas = page.locator(".player-preview canvas");
  const colorAt = async (fraction: number) => {
    await page.mouse.move(box.x + box.width * fraction, box.y + box.height / 2);
    await expect(canvas).toBeVisible();
    return canvas.evaluate((element: HTMLCanvasElement) => {
      const context = element.getContext("2d");
      const colors = [24, 96, 168].map((x) => {
        const [r = 0, g = 0, b = 0] = context?.getImageData(x, 54, 1, 1).data ?? [];
        if (r > 200 && g < 60 && b < 60) return "red";
        return b > 200 && r < 60 && g < 60 ? "blue" : "another";
      });
      // The file's own pictures have bars of several colors.
      return new Set(colors).size === 1 ? colors[0] : "several";
    });
  };
  await expect.poll(() => colorAt(0.25)).toBe("red");
  await expect.poll(() => colorAt(0.75)).toBe("blue");
  await expect.poll(() => colorAt(0.3)).toBe("red");
  expect(sheets).toBe(1);

  await page.unroute("**/test/pictures/0.webp");
  await page.reload();
  await expect(page.getByRole("slider", { name: "Position" })).toBeEnabled();
  await expect.poll(() => colorAt(0.25)).toBe("several");
});

test("marks that were found by their sound are named as such", async ({ page }) => {
  await fakePlayback(page, {
    chapters: [{ title: null, start: 0, end: 4, kind: "intro", detected: true }],
  });
  await openEpisode(page, sampleEpisodePath("own folder"));
  await page.keyboard.press("k");
  await page.getByRole("button", { name: "Skip intro detected from the audio" }).click();
  await timeOf(page).toBeGreaterThanOrEqual(4);
});
