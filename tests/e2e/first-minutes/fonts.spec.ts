import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

/** Titles in every script of the catalog. */
const TITLES = [
  ["ja", "鋼の錬金術師"],
  ["ja", "進撃の巨人"],
  ["ja", "カウボーイビバップ"],
  ["ja", "ゆるキャン△"],
  ["ja", "葬送のフリーレン"],
  ["ja", "灯りの道"],
  ["ja", "薬屋のひとりごと"],
  ["ja", "蟲師 続章"],
  ["ja", "銀河英雄伝説"],
  ["ja", "ぼっち・ざ・ろっく!"],
  ["ko", "신의 탑"],
  ["ko", "나 혼자만 레벨업"],
  ["ko", "외모지상주의"],
  ["zh", "罗小黑战记"],
  ["zh", "时光代理人"],
  ["zh", "一人之下"],
  ["th", "ยักษ์"],
  ["ru", "Ёжик в тумане"],
  ["ru", "Маша и Медведь"],
  ["ar", "القبطان ماجد"],
] as const;

/** Faces of `theme.css` with the elements that titles are set in. */
const PLACES = ["h1", "p", "p.spine"] as const;

/** Where the system lacks a font, the page has loaded the rules of the site's own afterwards. */
async function waitForRules(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.fonts
      .load('1px "System Japanese","System Korean","System Chinese","System Thai"', "あ한们ก")
      .catch(() => undefined),
  );
  await page.waitForFunction(() => {
    const named = (part: string) =>
      [...document.fonts].filter(({ family }) => family.includes(part));
    return (
      named("System ").every(({ status }) => status === "loaded") || named("Fallback ").length > 0
    );
  });
}

test("every script of titles is drawn, and none as the missing glyph, whatever fonts the system has @main", async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".woff2")) loaded.push(new URL(response.url()).pathname);
  });
  await page.goto("/signin");
  await waitForRules(page);
  for (const place of PLACES) {
    const boxes = await page.evaluate(
      async ({ titles, selector }) => {
        const [tag = "p", className] = selector.split(".");
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 64;
        const context = canvas.getContext("2d", { willReadFrequently: true });
        if (context === null) throw new Error("no canvas");
        const draw = (family: string, text: string) => {
          context.clearRect(0, 0, 64, 64);
          context.font = `40px ${family}`;
          context.textBaseline = "middle";
          context.fillText(text, 8, 32);
          return context.getImageData(0, 0, 64, 64).data.join();
        };
        const found: string[] = [];
        for (const [lang, title] of titles) {
          const element = document.createElement(tag);
          if (className !== undefined) element.className = className;
          element.lang = lang;
          element.textContent = title;
          document.body.append(element);
          const family = getComputedStyle(element).fontFamily;
          element.remove();
          // It rejects when one of the faces only stands for fonts that this system lacks.
          await document.fonts.load(`40px ${family}`, title).catch(() => undefined);
          await document.fonts.ready;
          // A code point that never gets a glyph.
          const missing = draw(family, "\u{10FFFD}");
          const letters = [...title].filter((letter) => /\p{L}/u.test(letter));
          const boxed = letters.filter((letter) => draw(family, letter) === missing);
          const blank = letters.filter((letter) => draw(family, letter) === draw(family, " "));
          if (boxed.length + blank.length > 0)
            found.push(`${title}: ${[...boxed, ...blank].join("")}`);
        }
        return found;
      },
      { titles: TITLES, selector: place },
    );
    expect(boxes, place).toEqual([]);
  }
  // A slice has a hundred characters: nobody loads a whole font.
  const slices = loaded.filter((path) => /kosugi|nanum|zcool|thai/.test(path));
  expect(slices.length).toBeLessThan(80);
});

test("vertical titles have their long vowels upright, whatever fonts the system has", async ({
  page,
}) => {
  await page.goto("/signin");
  await waitForRules(page);
  const family = await page.evaluate(async () => {
    const text = "ー";
    const element = document.createElement("p");
    element.className = "spine";
    element.lang = "ja";
    element.textContent = text;
    element.style.cssText =
      "position:fixed;inset:0 auto auto 0;z-index:99;margin:0;width:100px;height:100px;" +
      "font-size:80px;line-height:100px;letter-spacing:0;background:#fff;color:#000";
    document.body.append(element);
    await document.fonts.load(`80px ${getComputedStyle(element).fontFamily}`, text).catch(() => 0);
    await document.fonts.ready;
    return getComputedStyle(element).fontFamily;
  });
  expect(family).toContain("Fallback Japanese");
  const drawn = await page.screenshot({ clip: { x: 0, y: 0, width: 100, height: 100 } });
  const { data, info } = await sharp(drawn).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = [...data.keys()].filter((at) => (data[at] ?? 255) < 128);
  const span = (of: (at: number) => number) =>
    Math.max(...dark.map(of)) - Math.min(...dark.map(of));
  expect(span((at) => Math.floor(at / info.width))).toBeGreaterThan(
    3 * span((at) => at % info.width),
  );
});

test("a page in Latin letters loads neither a slice nor the stylesheet of slices", async ({
  page,
}) => {
  const fallbacks: string[] = [];
  page.on("request", (request) => {
    if (/(?:kosugi|nanum|zcool|thai|fallback-fonts)[^/]*$/.test(request.url()))
      fallbacks.push(request.url());
  });
  // Its sign is an outline, not text.
  await page.goto("/forgot", { waitUntil: "networkidle" });
  await waitForHydration(page);
  await page.waitForFunction(async () => (await document.fonts.ready).status === "loaded");
  expect(fallbacks).toEqual([]);
});

/** The user's name has a letter of each script that has its own fonts. */
const NAME = "灯한们ก";

for (const [use, tag] of [
  ["opened by itself", " @nightly"],
  ["shown in a page", ""],
] as const)
  test(`the picture of a year, ${use}, draws a name in any script, whatever fonts the system has${tag}`, async ({
    page,
    context,
  }) => {
    await signUp(context, { username: NAME });
    const data = { animeId: 1, state: "completed" };
    expect((await context.request.patch("/api/user/watchlist/entry", { data })).ok()).toBe(true);
    const path = `/profile/${new Date().getUTCFullYear()}/wide.svg`;
    await page.route(`${path}?name=*`, async (route) => {
      const response = await route.fetch();
      const drawing = await response.text();
      expect(drawing).toContain(`>${NAME}</text>`);
      const name = new URL(route.request().url()).searchParams.get("name") ?? "";
      await route.fulfill({
        response,
        body: drawing.replace(`>${NAME}</text>`, `>${name}</text>`),
      });
    });
    await page.setViewportSize({ width: 1200, height: 630 });
    const render = async (name: string) => {
      const url = `${path}?name=${encodeURIComponent(name)}`;
      if (use === "opened by itself") await page.goto(url);
      else
        await page.evaluate(async (src) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          document.body.replaceChildren(image);
        }, url);
      return (await page.screenshot()).toString("base64");
    };
    await page.goto("/forgot");
    // A code point that never gets a glyph, and nothing.
    const missing = [await render("\u{10FFFD}"), await render(" ")];
    expect(missing[0]).not.toBe(missing[1]);
    const boxes: string[] = [];
    for (const letter of NAME) if (missing.includes(await render(letter))) boxes.push(letter);
    expect(boxes).toEqual([]);
  });
