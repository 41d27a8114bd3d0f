import { readFile } from "node:fs/promises";
import { join } from "node:path";
import bricolage from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2?url";
import { projectRoot } from "~/config/project-root";
import { errorCode } from "~/errors/error-code";
import fallbackFonts from "~/ui/theme/fallback-fonts.css?url";

/**
 * The family of `embeddedFonts`, as a value of `font-family`. It is one for all scripts, since
 * Chromium draws an image before it has read the fonts of a second family.
 */
export const EMBEDDED_FAMILY = "Akari,system-ui,sans-serif";

interface Face {
  url: string;
  range: string;
}

const LETTERS: Face = { url: bricolage, range: "U+0-2FF,U+2000-22FF" };

/**
 * Returns font rules for a drawing that shows `text` and may load nothing: the site's own letters,
 * and of the slices of other scripts those with one of its characters, in `data:` URLs. Returns no
 * rules where the site is not built, as in development.
 */
export async function embeddedFonts(text: string): Promise<string> {
  try {
    const slices = slicesFor(await readFile(builtFile(fallbackFonts), "utf8"), text);
    return (await Promise.all([LETTERS, ...slices].map(embed))).join("");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}

const builtFile = (url: string) => join(projectRoot(), "build/client", url);

async function embed({ url, range }: Face): Promise<string> {
  const font = await readFile(builtFile(url), "base64");
  return `@font-face{font-family:Akari;font-weight:200 800;unicode-range:${range};src:url(data:font/woff2;base64,${font}) format("woff2")}`;
}

/** The faces of a built stylesheet that have a file and a character of `text`. */
export function slicesFor(styleSheet: string, text: string): Face[] {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return [...styleSheet.matchAll(/@font-face\s*\{([^}]+)\}/g)].flatMap(([, rule = ""]) => {
    const url = /url\("?([^")]+)/.exec(rule)?.[1];
    const range = /unicode-range:\s*([^;]+)/.exec(rule)?.[1];
    if (url === undefined || range === undefined) return [];
    return codes.some((code) => isWithin(code, range)) ? [{ url, range }] : [];
  });
}

/** A question mark stands for each digit. */
function isWithin(code: number, range: string): boolean {
  return [...range.matchAll(/U\+([\da-f?]+)(?:-([\da-f]+))?/gi)].some(
    ([, first = "", last = first]) =>
      code >= Number.parseInt(first.replaceAll("?", "0"), 16) &&
      code <= Number.parseInt(last.replaceAll("?", "f"), 16),
  );
}
