import { readdirSync } from "node:fs";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import { MESSAGES, messageFile, serverI18n } from "./i18n.server";
import { ERROR_MESSAGES } from "./error-text.server";
import { LOCALES, type Locale } from "./locales";

type Tokens = ReturnType<typeof compileMessage>;
type Cases = Readonly<Record<string, Tokens>>;

function valuesIn(message: Tokens): { name: string; kind: string; cases: Cases }[] {
  if (typeof message === "string") return [];
  return message.flatMap((token) => {
    if (typeof token === "string") return [];
    const [name, kind = "", format] = token;
    const cases = typeof format === "object" ? (format as Cases) : {};
    const inner = Object.entries(cases).flatMap(([key, tokens]) =>
      key === "offset" ? [] : valuesIn(tokens),
    );
    return [{ name, kind, cases }, ...inner];
  });
}

/** Lists values as `count:plural`, deduplicated. */
function needs(text: string): string[] {
  const tags = [...text.matchAll(/<([a-z]+)>/g)].map(([, tag]) => `<${tag}>`);
  return [
    ...new Set([
      ...tags,
      ...valuesIn(compileMessage(text)).map(({ name, kind }) => `${name}:${kind}`),
    ]),
  ].sort();
}

/** The plural categories that realistic counts reach. */
const categories = (locale: Locale): Set<string> =>
  new Set(Array.from({ length: 200 }, (_, count) => new Intl.PluralRules(locale).select(count)));

const allMessages = (locale: Locale): Readonly<Record<string, string>> => ({
  ...MESSAGES[locale],
  ...ERROR_MESSAGES[locale],
});
const english = Object.entries(allMessages("en"));

describe.each(LOCALES)("the catalog in %s", (locale) => {
  const messages = allMessages(locale);

  it("has exactly the keys of the English one", () => {
    expect(Object.keys(messages).sort()).toEqual(english.map(([key]) => key).sort());
  });

  it("has a message for every key", () => {
    expect(Object.entries(messages).filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("has the same values and tags as the English one", () => {
    const differing = english.filter(
      ([key, text]) => needs(text).join() !== needs(messages[key] ?? "").join(),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it("covers every plural form of the language", () => {
    const wanted = categories(locale);
    const lacking = Object.entries(messages).filter(([, text]) =>
      valuesIn(compileMessage(text)).some(
        ({ kind, cases }) =>
          kind === "plural" && [...wanted].some((category) => !Object.hasOwn(cases, category)),
      ),
    );
    expect(lacking.map(([key]) => key)).toEqual([]);
  });

  it("reaches browsers as one file, without error messages", () => {
    expect(Object.keys(JSON.parse(messageFile(locale).json) as object)).toEqual(
      Object.keys(MESSAGES[locale]),
    );
    expect(serverI18n(locale).messagesUrl).toBe(
      `/messages/${locale}.${messageFile(locale).version}.json`,
    );
  });
});

describe("the files of a catalog", () => {
  it.each(LOCALES)("share no key in %s, and all of them are merged", async (locale) => {
    const folder = new URL(`./messages/${locale}/`, import.meta.url);
    const files = readdirSync(folder).filter((name) => name !== "index.ts");
    const rooms = await Promise.all(
      files.map(
        (name) =>
          import(new URL(name, folder).href) as Promise<Record<string, Record<string, string>>>,
      ),
    );
    const keys = rooms.flatMap((room) =>
      Object.values(room).flatMap((messages) => Object.keys(messages)),
    );
    expect(keys).toHaveLength(new Set(keys).size);
    expect(keys.sort()).toEqual(Object.keys(allMessages(locale)).sort());
  });
});

describe("formatting", () => {
  it("formats numbers, dates and lists in the locale", () => {
    const [en, es] = [serverI18n("en"), serverI18n("es")];
    expect([en.formatNumber(1_062_542), es.formatNumber(1_062_542)]).toEqual([
      "1,062,542",
      "1.062.542",
    ]);
    const day: Intl.DateTimeFormatOptions = {
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    };
    expect([
      en.formatDate("1998-04-03T00:00:00Z", day),
      es.formatDate("1998-04-03T00:00:00Z", day),
    ]).toEqual(["3 April 1998", "3 de abril de 1998"]);
    expect([en.formatList(["A", "B", "C"]), es.formatList(["A", "B", "C"])]).toEqual([
      "A, B and C",
      "A, B y C",
    ]);
  });

  it("falls back to the data's own text without a label", () => {
    expect(serverI18n("es").label("choice", "dark")).toBe("Oscuro");
    expect(serverI18n("es").label("choice", "purple")).toBe("purple");
  });
});
